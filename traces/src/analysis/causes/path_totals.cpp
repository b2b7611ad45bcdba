#include "gusset/traces/analysis/causes/path_totals.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace gusset::traces {

PathTotals path_totals(const Trace& trace, const CriticalBound& bound, const CriticalChain& chain) {
  PathTotals totals;
  std::vector<PathTypeTotal> types(trace.types.size());
  for (std::size_t i = 0; i < types.size(); ++i) types[i].type = TypeId(i);
  for (std::size_t i = 0; i < bound.tasks.size(); ++i) {
    PathTypeTotal& type = types[trace.tasks.type[bound.tasks[i].value()].value()];
    ++type.bound_tasks;
    type.bound_ns += bound.counted_ns[i];
  }
  std::array<PathKindTotal, static_cast<std::size_t>(ChainLink::Kind::release) + 1> kinds;
  for (const ChainLink& link : chain.links) {
    PathKindTotal& kind = kinds.at(static_cast<std::size_t>(link.kind));
    ++kind.links;
    kind.ns += link.end_ns - link.begin_ns;
    if (link.kind != ChainLink::Kind::run || link.task.is_none()) continue;
    PathTypeTotal& type = types[trace.tasks.type[link.task.value()].value()];
    ++type.chain_links;
    type.chain_ns += link.end_ns - link.begin_ns;
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    kinds[i].kind = static_cast<ChainLink::Kind>(i);
    if (kinds[i].links > 0) totals.kinds.push_back(kinds[i]);
  }
  std::erase_if(types,
                [](const PathTypeTotal& type) { return type.bound_tasks == 0 && type.chain_links == 0; });
  std::sort(types.begin(), types.end(), [&](const PathTypeTotal& a, const PathTypeTotal& b) {
    return std::tie(b.bound_ns, b.chain_ns, trace.types[a.type.value()], a.type) <
           std::tie(a.bound_ns, a.chain_ns, trace.types[b.type.value()], b.type);
  });
  totals.types = std::move(types);
  return totals;
}

}  // namespace gusset::traces
