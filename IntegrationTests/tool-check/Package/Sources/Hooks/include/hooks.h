// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

#ifndef HOOKS_H
#define HOOKS_H

// Whether the function before `main` ran.
extern int hooks_ran;

#endif
