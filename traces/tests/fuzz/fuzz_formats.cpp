#include "fuzz_import.hpp"
#include "gusset/traces/exchange/read_trace.hpp"

/// Fuzzes the detection of formats, and gzip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gusset::traces;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto read = read_trace(bytes, "fuzz");
  const auto strict = read_trace(bytes, "fuzz", {true});
  import::require(!strict.ok() || read.ok(), "a file that is read strictly is read normally, too");
  import::require(!read.ok() || strict.ok() || !read->issues.empty(), "only issues make strict reading fail");
  if (read) import::require(validate(*read->trace, "trace").ok(), "a trace that was read is valid");
  return 0;
}
