// SPDX-License-Identifier: Apache-2.0

// Declared by hand from the public documentation, as far as the project uses it.

#ifndef GANTRY_FOUNDATION_H
#define GANTRY_FOUNDATION_H

#import <objc/NSObject.h>
#import <objc/runtime.h>
#import <stdbool.h>
#import <Availability.h>

#pragma clang assume_nonnull begin

#define BRIDGED_TO(x) __attribute__((swift_bridge(x)))
#define SWIFT_NAME(x) __attribute__((swift_name(x)))
#define MAIN_ACTOR __attribute__((swift_attr("@UIActor")))
#define SENDABLE __attribute__((swift_attr("@Sendable")))
#define NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define ENUM(T, N)                                      \
  enum __attribute__((enum_extensibility(open))) N : T N; \
  enum N : T
#define OPTIONS(T, N)                                                 \
  enum __attribute__((flag_enum, enum_extensibility(open))) N : T N; \
  enum N : T
typedef ENUM(NSInteger, NSComparisonResult){NSOrderedAscending = -1L, NSOrderedSame,
                                              NSOrderedDescending} SWIFT_NAME("ComparisonResult");
typedef double NSTimeInterval SWIFT_NAME("TimeInterval");
typedef double CGFloat;
struct CGPoint {
  CGFloat x, y;
};
struct CGSize {
  CGFloat width, height;
};
typedef struct CGRect {
  struct CGPoint origin;
  struct CGSize size;
} CGRect;
@class NSString, NSDate, NSURL, NSData, NSError, NSRunLoop, NSBundle;
@class NSArray<ObjectType>;
@class NSDictionary<K, V>;
typedef struct _NSZone NSZone;
@protocol NSCopying
- (id)copyWithZone:(NSZone *_Nullable)zone;
@end

@protocol NSSecureCoding
@end
BRIDGED_TO("Swift.String") @interface NSString : NSObject<NSCopying, NSSecureCoding>
+ (nullable instancetype)stringWithUTF8String:(const char *)text;
@property(readonly, nullable) const char *UTF8String;
@end
BRIDGED_TO("Foundation.URL") @interface NSURL : NSObject<NSCopying>
@end
BRIDGED_TO("Foundation.Data") @interface NSData : NSObject<NSCopying>
@end
BRIDGED_TO("Foundation.Date") @interface NSDate : NSObject<NSCopying>
@end
BRIDGED_TO("Foundation.UUID") @interface NSUUID : NSObject<NSCopying>
@end
BRIDGED_TO("Swift.Array") @interface NSArray<__covariant ObjectType> : NSObject<NSCopying>
@property(readonly) NSUInteger count;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
- (ObjectType)objectAtIndex:(NSUInteger)index SWIFT_NAME("object(at:)");
@end

BRIDGED_TO("Swift.Dictionary")
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject<NSCopying>
+ (instancetype)dictionaryWithObjects:(const ObjectType _Nonnull [_Nullable])objects
                              forKeys:(const KeyType<NSCopying> _Nonnull [_Nullable])keys
                                count:(NSUInteger)count;
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end

BRIDGED_TO("Swift.Set") @interface NSSet<__covariant ObjectType> : NSObject<NSCopying>
@end

typedef NSString *NSErrorDomain, *NSErrorUserInfoKey;
BRIDGED_TO("Swift.Error") SENDABLE @interface NSError : NSObject<NSCopying>
@property(readonly, copy) NSErrorDomain domain;
@property(readonly) NSInteger code;
@property(readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property(readonly, copy) NSString *localizedDescription;
@property(nullable, readonly, copy) NSString *localizedFailureReason;
- (instancetype)initWithDomain:(NSErrorDomain)domain
                          code:(NSInteger)code
                      userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)dict;
@end

extern NSErrorDomain const NSPOSIXErrorDomain;
extern NSErrorUserInfoKey const NSUnderlyingErrorKey;
extern NSErrorUserInfoKey const NSDebugDescriptionErrorKey;
extern NSErrorUserInfoKey const NSFilePathErrorKey;
extern NSErrorUserInfoKey const NSLocalizedDescriptionKey;
@interface NSValue : NSObject <NSCopying>
@property(readonly) const char *objCType;
@end

SENDABLE @interface NSNumber : NSValue
- (NSNumber *)initWithInteger:(NSInteger)value SWIFT_NAME("init(value:)");
- (NSNumber *)initWithBool:(BOOL)value SWIFT_NAME("init(value:)");
@property(readonly) BOOL boolValue;
@property(readonly) NSInteger integerValue SWIFT_NAME("intValue");
@property(readonly) long long longLongValue SWIFT_NAME("int64Value");
@property(readonly) double doubleValue;
@property(readonly, copy) NSString *stringValue;
@end

SENDABLE @interface NSNull : NSObject<NSCopying>
@end

@protocol NSCoding
@end

@interface NSData (Coding) <NSCoding>
@end

@interface NSCoder : NSObject
- (void)encodeObject:(nullable id)object forKey:(NSString *)key SWIFT_NAME("encode(_:forKey:)");
@end

@interface NSUserActivity : NSObject
@property(readonly, copy) NSString *activityType;
@property(nullable, copy) NSString *title;
@property(nullable, copy) NSURL *webpageURL;
@property(nullable, copy) NSDictionary *userInfo;
- (instancetype)initWithActivityType:(NSString *)activityType;
- (void)addUserInfoEntriesFromDictionary:(NSDictionary *)otherDictionary
    SWIFT_NAME("addUserInfoEntries(from:)");
@end

typedef NSString *NSNotificationName
    __attribute__((swift_newtype(struct))) SWIFT_NAME("NSNotification.Name");
BRIDGED_TO("Foundation.Notification") @interface NSNotification : NSObject<NSCopying>
@property(readonly, copy) NSNotificationName name;
@property(nullable, readonly, retain) id object;
@property(nullable, readonly, copy) NSDictionary *userInfo;
@end

@class NSOperationQueue;
SENDABLE SWIFT_NAME("NotificationCenter") @interface NSNotificationCenter : NSObject
@property(class, readonly, strong) NSNotificationCenter *defaultCenter SWIFT_NAME("default");
- (void)addObserver:(id)observer
           selector:(SEL)aSelector
               name:(NSNotificationName _Nullable)aName
             object:(id _Nullable)anObject;
- (void)removeObserver:(id)observer;
- (void)postNotificationName:(NSNotificationName)aName
                      object:(nullable id)anObject
                    userInfo:(nullable NSDictionary *)aUserInfo SWIFT_NAME("post(name:object:userInfo:)");
- (id<NSObject>)addObserverForName:(nullable NSNotificationName)name
                            object:(nullable id)obj
                             queue:(nullable NSOperationQueue *)queue
                        usingBlock:(void(SENDABLE ^)(NSNotification *notification))block
    SWIFT_NAME("addObserver(forName:object:queue:using:)");
@end

SENDABLE SWIFT_NAME("OperationQueue") @interface NSOperationQueue : NSObject
@property(class, readonly, strong) NSOperationQueue *mainQueue SWIFT_NAME("main");
@end

typedef ENUM(NSInteger, NSQualityOfService){
    NSQualityOfServiceUserInteractive = 0x21, NSQualityOfServiceUserInitiated = 0x19,
    NSQualityOfServiceUtility = 0x11, NSQualityOfServiceBackground = 0x09,
    NSQualityOfServiceDefault = -1} SWIFT_NAME("QualityOfService");
SENDABLE SWIFT_NAME("Thread") @interface NSThread : NSObject
@property(class, readonly) BOOL isMainThread;
@property(class, readonly, strong) NSThread *currentThread SWIFT_NAME("current");
+ (void)detachNewThreadWithBlock:(void(SENDABLE ^)(void))block;
@property(nullable, copy) NSString *name;
@property NSUInteger stackSize;
@property NSQualityOfService qualityOfService;
- (instancetype)initWithBlock:(void(SENDABLE ^)(void))block;
- (void)start;
+ (void)sleepForTimeInterval:(NSTimeInterval)ti;
@end

typedef NSString *NSRunLoopMode __attribute__((swift_newtype(struct))) SWIFT_NAME("RunLoop.Mode");
extern NSRunLoopMode const NSDefaultRunLoopMode;
extern NSRunLoopMode const NSRunLoopCommonModes SWIFT_NAME("RunLoop.Mode.common");
NONSENDABLE SWIFT_NAME("Timer") @interface NSTimer : NSObject
- (instancetype)initWithFireDate:(NSDate *)date
                        interval:(NSTimeInterval)interval
                         repeats:(BOOL)repeats
                           block:(void(SENDABLE ^)(NSTimer *timer))block
    SWIFT_NAME("init(fire:interval:repeats:block:)");
- (void)invalidate;
@end

NONSENDABLE SWIFT_NAME("RunLoop") @interface NSRunLoop : NSObject
@property(class, readonly, strong) NSRunLoop *mainRunLoop SWIFT_NAME("main");
@property(class, readonly, strong) NSRunLoop *currentRunLoop SWIFT_NAME("current")
    __attribute__((swift_attr("@_unavailableFromAsync")));
- (void)addTimer:(NSTimer *)timer forMode:(NSRunLoopMode)mode SWIFT_NAME("add(_:forMode:)");
- (void)performInModes:(NSArray<NSRunLoopMode> *)modes
                 block:(void(SENDABLE ^)(void))block SWIFT_NAME("perform(inModes:block:)");
- (BOOL)runMode:(NSRunLoopMode)mode beforeDate:(NSDate *)limitDate SWIFT_NAME("run(mode:before:)");
@end

typedef struct {
  NSInteger majorVersion, minorVersion, patchVersion;
} NSOperatingSystemVersion SWIFT_NAME("OperatingSystemVersion");

SENDABLE SWIFT_NAME("ProcessInfo") @interface NSProcessInfo : NSObject
@property(class, readonly, strong) NSProcessInfo *processInfo;
@property(readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property(readonly, copy) NSArray<NSString *> *arguments;
@property(readonly) NSUInteger activeProcessorCount;
@property(readonly) int processIdentifier;
@property(readonly, copy) NSString *processName;
@property(readonly) NSOperatingSystemVersion operatingSystemVersion;
@end

typedef NSString *NSFileAttributeKey __attribute__((swift_newtype(struct))) SWIFT_NAME("FileAttributeKey");
typedef NSString *NSFileAttributeType
    __attribute__((swift_newtype(struct))) SWIFT_NAME("FileAttributeType");
extern NSFileAttributeType const NSFileTypeRegular SWIFT_NAME("FileAttributeType.typeRegular");
extern NSFileAttributeType const NSFileTypeDirectory SWIFT_NAME("FileAttributeType.typeDirectory");
extern NSFileAttributeType const NSFileTypeSocket SWIFT_NAME("FileAttributeType.typeSocket");
extern NSFileAttributeType const NSFileTypeCharacterSpecial SWIFT_NAME("FileAttributeType.typeCharacterSpecial");
extern NSFileAttributeType const NSFileTypeBlockSpecial SWIFT_NAME("FileAttributeType.typeBlockSpecial");
extern NSFileAttributeType const NSFileTypeUnknown SWIFT_NAME("FileAttributeType.typeUnknown");
extern NSFileAttributeKey const NSFileType SWIFT_NAME("FileAttributeKey.type");
extern NSFileAttributeKey const NSFileSize SWIFT_NAME("FileAttributeKey.size");
extern NSFileAttributeKey const NSFileModificationDate SWIFT_NAME("FileAttributeKey.modificationDate");
SENDABLE SWIFT_NAME("FileManager") @interface NSFileManager : NSObject
@property(class, readonly, strong) NSFileManager *defaultManager SWIFT_NAME("default");
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path
                                                      error:(NSError **)error;
- (nullable NSArray<NSString *> *)subpathsOfDirectoryAtPath:(NSString *)path
                                                      error:(NSError **)error;
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path
                                                                    error:(NSError **)error;
@property(readonly, copy) NSString *currentDirectoryPath;
@property(readonly, copy) NSURL *temporaryDirectory;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)fileExistsAtPath:(NSString *)path isDirectory:(nullable BOOL *)isDirectory;
- (BOOL)createDirectoryAtURL:(NSURL *)url
    withIntermediateDirectories:(BOOL)i
                     attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes
                          error:(NSError **)error;
- (BOOL)createDirectoryAtPath:(NSString *)path
    withIntermediateDirectories:(BOOL)i
                     attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes
                          error:(NSError **)error;
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError **)error;
- (BOOL)removeItemAtURL:(NSURL *)URL error:(NSError **)error;
@end

SENDABLE SWIFT_NAME("Bundle") @interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle SWIFT_NAME("main");
+ (NSBundle *)bundleForClass:(Class)aClass SWIFT_NAME("init(for:)");
- (nullable instancetype)initWithURL:(NSURL *)url;
- (nullable instancetype)initWithPath:(NSString *)path;
@property(readonly, copy) NSURL *bundleURL;
@property(nullable, readonly, copy) NSURL *resourceURL;
@property(nullable, readonly, copy) NSURL *executableURL;
@property(nullable, readonly, copy) NSString *executablePath;
@property(readonly, copy) NSString *bundlePath;
@property(nullable, readonly, copy) NSString *bundleIdentifier;
@property(nullable, readonly, copy) NSDictionary<NSString *, id> *infoDictionary;
- (nullable NSString *)pathForResource:(nullable NSString *)name
                                ofType:(nullable NSString *)ext SWIFT_NAME("path(forResource:ofType:)");
@end

typedef OPTIONS(NSUInteger, NSJSONReadingOptions){
    NSJSONReadingMutableContainers = 1, NSJSONReadingMutableLeaves = 2,
    NSJSONReadingFragmentsAllowed = 4} SWIFT_NAME("JSONSerialization.ReadingOptions");
typedef OPTIONS(NSUInteger, NSJSONWritingOptions){
    NSJSONWritingPrettyPrinted = 1, NSJSONWritingSortedKeys = 2, NSJSONWritingFragmentsAllowed = 4,
    NSJSONWritingWithoutEscapingSlashes = 8} SWIFT_NAME("JSONSerialization.WritingOptions");
SENDABLE SWIFT_NAME("JSONSerialization") @interface NSJSONSerialization : NSObject
+ (BOOL)isValidJSONObject:(id)obj;
+ (nullable id)JSONObjectWithData:(NSData *)data
                          options:(NSJSONReadingOptions)opt
                            error:(NSError **)error SWIFT_NAME("jsonObject(with:options:)");
+ (nullable NSData *)dataWithJSONObject:(id)obj
                                options:(NSJSONWritingOptions)opt
                                  error:(NSError **)error SWIFT_NAME("data(withJSONObject:options:)");
@end

typedef ENUM(NSUInteger, NSPropertyListFormat){
    NSPropertyListOpenStepFormat SWIFT_NAME("openStep") = 1,
    NSPropertyListXMLFormat_v1_0 SWIFT_NAME("xml") = 100,
    NSPropertyListBinaryFormat_v1_0 SWIFT_NAME("binary") = 200} SWIFT_NAME("PropertyListSerialization.PropertyListFormat");
typedef OPTIONS(NSUInteger, NSPropertyListReadOptions){
    NSPropertyListImmutable = 0} SWIFT_NAME("PropertyListSerialization.ReadOptions");
typedef NSUInteger NSPropertyListWriteOptions
    SWIFT_NAME("PropertyListSerialization.WriteOptions");
SENDABLE SWIFT_NAME("PropertyListSerialization") @interface NSPropertyListSerialization : NSObject
+ (nullable id)propertyListWithData:(NSData *)data
                            options:(NSPropertyListReadOptions)opt
                             format:(nullable NSPropertyListFormat *)format
                              error:(NSError **)error SWIFT_NAME("propertyList(from:options:format:)");
+ (BOOL)propertyList:(id)plist
    isValidForFormat:(NSPropertyListFormat)format SWIFT_NAME("propertyList(_:isValidFor:)");
+ (nullable NSData *)dataWithPropertyList:(id)plist
                                   format:(NSPropertyListFormat)format
                                  options:(NSPropertyListWriteOptions)opt
                                    error:(NSError **)error
    SWIFT_NAME("data(fromPropertyList:format:options:)");
@end

SENDABLE SWIFT_NAME("FileHandle") @interface NSFileHandle : NSObject
- (instancetype)initWithFileDescriptor:(int)fd;
- (instancetype)initWithFileDescriptor:(int)fd closeOnDealloc:(BOOL)closeopt;
+ (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError **)error SWIFT_NAME("init(forReadingFrom:)");
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardError SWIFT_NAME("standardError");
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardOutput SWIFT_NAME("standardOutput");
@property(readonly) int fileDescriptor;
- (BOOL)closeAndReturnError:(NSError **)error SWIFT_NAME("close()");
@end

SENDABLE SWIFT_NAME("HTTPCookieStorage") @interface NSHTTPCookieStorage : NSObject
@end
SENDABLE SWIFT_NAME("URLCache") @interface NSURLCache : NSObject
@end

SENDABLE SWIFT_NAME("URLCredentialStorage") @interface NSURLCredentialStorage : NSObject
@end

typedef ENUM(NSUInteger, NSURLRequestCachePolicy) {
  NSURLRequestUseProtocolCachePolicy = 0,
  NSURLRequestReloadIgnoringLocalCacheData = 1,
  NSURLRequestReturnCacheDataElseLoad = 2,
};

SENDABLE SWIFT_NAME("URLSessionConfiguration") @interface NSURLSessionConfiguration : NSObject<NSCopying>
@property NSURLRequestCachePolicy requestCachePolicy;
@property BOOL HTTPShouldSetCookies;
@property(nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property(nullable, retain) NSURLCredentialStorage *URLCredentialStorage;
@property(nullable, retain) NSURLCache *URLCache;
@property(class, readonly, strong)
    NSURLSessionConfiguration *defaultSessionConfiguration SWIFT_NAME("default");
@property(class, readonly, strong)
    NSURLSessionConfiguration *ephemeralSessionConfiguration SWIFT_NAME("ephemeral");
@end

SENDABLE SWIFT_NAME("URLResponse") @interface NSURLResponse : NSObject
@end

SENDABLE SWIFT_NAME("HTTPURLResponse") @interface NSHTTPURLResponse : NSURLResponse
@property(readonly) NSInteger statusCode;
@property(readonly, copy) NSDictionary *allHeaderFields;
@end

SENDABLE SWIFT_NAME("URLSession") @interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
    SWIFT_NAME("init(configuration:)");
- (void)finishTasksAndInvalidate;
@end

#pragma clang assume_nonnull end

#endif
