// SPDX-License-Identifier: Apache-2.0

// The functions of this library have records, so nothing needs to be declared here.
