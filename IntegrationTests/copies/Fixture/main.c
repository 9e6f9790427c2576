// SPDX-License-Identifier: Apache-2.0

// Prints the modules that a library finds, and the faults.

void report(void);

int main(void) { report(); }
