// SPDX-License-Identifier: Apache-2.0

// A class that doesn't exist, and one that doesn't adopt the protocol: the compiler refuses both.

#import <GantryC/GantryC.h>

@interface Plain : NSObject
@end

#if defined(MISSING)
GANTRY_MODULE(Missing)
#elif defined(UNADOPTED)
GANTRY_MODULE(Plain)
#endif
