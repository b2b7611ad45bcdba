#include "gus_checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace gusset::traces::gus {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace gusset::traces::gus
