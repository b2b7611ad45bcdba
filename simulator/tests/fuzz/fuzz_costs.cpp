// Fuzzes cost files. Each input is rejected with a one-line error, or it reads back the same and gives
// finite, non-negative costs.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/costs/cost_table.hpp"

namespace {

using namespace gusset::simulator;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto table = parse_costs(std::string_view(reinterpret_cast<const char*>(data), size), "file");
  if (!table) {
    require(table.error().message().find('\n') == std::string::npos, "an error is one line");
    return 0;
  }
  const auto again = parse_costs(to_json(*table), "again");
  require(again.ok() && *again == *table, "costs read back the same");
  const auto model = make_table_costs(*table, "file");
  for (const CostEntry& entry : table->entries) {
    if (entry.kind != SizeKind::work || entry.size == 0.0) continue;
    require(model->cost({entry.type, entry.size, 0}).seconds == entry.mean_s,
            "a measured size costs its mean");
    const TaskCost twice = model->cost({entry.type, entry.size * 2, 0});
    require(twice.seconds >= 0.0 && twice.measured_size > 0.0, "another size has a cost");
  }
  return 0;
}
