// SPDX-License-Identifier: Apache-2.0

#ifndef HOOKS_H
#define HOOKS_H

// Whether the function before `main` ran.
extern int hooks_ran;

#endif
