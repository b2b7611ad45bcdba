#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"

namespace gusset::traces {
namespace {

using Part = std::pair<ChainLink::Kind, std::string>;

template <class Add>
void for_each_link(const Trace& trace, const CriticalChain& chain, Add add) {
  for (const ChainLink& link : chain.links) {
    const std::string type = link.task.is_none() ? std::string() : type_name(trace, link.task);
    add(Part(link.kind, type), link.end_ns - link.begin_ns);
  }
}

}  // namespace

std::vector<WorkerComparison> compare_workers(const Trace& a, const Trace& b,
                                              const std::optional<ComparedRanges>& ranges) {
  const Statistics of_a =
      ranges ? compute_statistics(a, ranges->a.begin_ns, ranges->a.end_ns) : compute_statistics(a);
  const Statistics of_b =
      ranges ? compute_statistics(b, ranges->b.begin_ns, ranges->b.end_ns) : compute_statistics(b);
  std::vector<WorkerComparison> workers(std::max(of_a.workers.size(), of_b.workers.size()));
  for (std::size_t w = 0; w < workers.size(); ++w) {
    workers[w].worker = WorkerId(w);
    if (w < of_a.workers.size()) {
      workers[w].busy_a_ns = of_a.workers[w].busy_ns;
      workers[w].idle_a_ns = of_a.workers[w].idle_ns;
    }
    if (w < of_b.workers.size()) {
      workers[w].busy_b_ns = of_b.workers[w].busy_ns;
      workers[w].idle_b_ns = of_b.workers[w].idle_ns;
    }
  }
  return workers;
}

std::optional<std::vector<ChainComparison>> compare_chains(const Trace& a, const TaskGraph& graph_a,
                                                           const Trace& b, const TaskGraph& graph_b) {
  const auto chain_a = critical_chain(a, graph_a);
  const auto chain_b = critical_chain(b, graph_b);
  if (!chain_a || !chain_b) return std::nullopt;
  std::map<Part, std::pair<std::int64_t, std::int64_t>> parts;
  for_each_link(a, *chain_a, [&parts](const Part& part, std::int64_t ns) { parts[part].first += ns; });
  for_each_link(b, *chain_b, [&parts](const Part& part, std::int64_t ns) { parts[part].second += ns; });
  std::vector<ChainComparison> result;
  for (const auto& [part, ns] : parts) result.push_back({part.first, part.second, ns.first, ns.second});
  std::stable_sort(result.begin(), result.end(), [](const ChainComparison& x, const ChainComparison& y) {
    return std::abs(x.change_ns()) > std::abs(y.change_ns());
  });
  return result;
}

}  // namespace gusset::traces
