#pragma once
#include <cstdint>

namespace gusset::bench {

// What the kernel says about this process.

std::uint64_t resident_bytes();
/// The highest value of resident_bytes() since reset_peak().
std::uint64_t peak_resident_bytes();
void reset_peak();
/// Of all threads.
double processor_time_ms();

}  // namespace gusset::bench
