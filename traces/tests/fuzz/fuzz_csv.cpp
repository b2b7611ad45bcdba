#include "fuzz_import.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gusset::traces::import::fuzz(data, size, gusset::traces::import::read_csv);
}
