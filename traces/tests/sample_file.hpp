#pragma once
#include <cstdint>
#include <string>

#include "gus_file.hpp"
#include "sample_trace.hpp"

namespace gusset::traces::testing {

inline constexpr std::uint64_t chunk_header_bytes = 56;

/// The sample trace's file, for tests to damage.
inline GusFile sample() {
  return GusFile::parse(bytes_of(sample_trace()));
}

/// The beginning of an error at an offset.
inline std::string at(std::uint64_t offset) {
  return "t.gus: offset " + std::to_string(offset) + ": expected ";
}

}  // namespace gusset::traces::testing
