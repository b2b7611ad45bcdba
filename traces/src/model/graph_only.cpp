#include "gusset/traces/model/graph_only.hpp"

#include "gusset/base/numbers.hpp"

namespace gusset::traces {

bool is_graph_only(std::uint64_t tasks, std::uint64_t ran) {
  return ran == 0 && tasks > 0;
}

std::string graph_only_text(std::uint64_t tasks) {
  return "a graph of " + count_text(tasks, "task") + ", without times";
}

}  // namespace gusset::traces
