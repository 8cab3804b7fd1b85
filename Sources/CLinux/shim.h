// What the toolchain's Glibc module hides. `_GNU_SOURCE` must not be defined here: beside Glibc it fails with "different
// definitions in different modules".
#pragma once
#include <sys/eventfd.h>
