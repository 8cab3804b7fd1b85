// What libFuzzer offers to a custom mutator; the toolchain has no header for it.
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t longest);
