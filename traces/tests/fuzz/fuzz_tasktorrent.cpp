#include <utility>
#include <vector>

#include "fuzz_import.hpp"

/// The input is the log up to the first zero byte, and then the dependencies.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gusset::traces::import;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = text.find('\0');
  std::vector<TaskTorrentRank> ranks;
  ranks.push_back({0, gusset::traces::FileText::copy(text.substr(0, middle), "log"), {}});
  if (middle != std::string_view::npos)
    ranks[0].dependencies.push_back(gusset::traces::FileText::copy(text.substr(middle + 1), "deps"));
  IssueList issues;
  const auto trace = read_tasktorrent(ranks, issues);
  check_import(trace, issues);
  return 0;
}
