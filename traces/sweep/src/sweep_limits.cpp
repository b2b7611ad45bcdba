#include "gusset/traces/sweep/sweep_limits.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"

namespace gusset::sweep {
namespace {

constexpr std::array all_limits{Limit::memory, Limit::time, Limit::core_hours};

// The limit's value. Empty if there is none.
std::optional<double> bound_of(const SweepLimits& limits, Limit limit) {
  switch (limit) {
    case Limit::memory:
      return limits.memory_bytes ? std::optional(static_cast<double>(*limits.memory_bytes)) : std::nullopt;
    case Limit::time:
      return limits.time_s;
    case Limit::core_hours:
      break;
  }
  return limits.core_hours;
}

std::string amount_text(Limit limit, double amount) {
  if (limit == Limit::memory) return bytes_text(static_cast<std::uint64_t>(amount));
  return value_text(limit == Limit::time ? Objective::time : Objective::core_hours, amount);
}

// What a limit is compared with.
double need_of(const Measures& measures, Limit limit) {
  if (limit == Limit::memory) return static_cast<double>(measures.memory_bytes);
  const auto value = value_of(measures, limit == Limit::time ? Objective::time : Objective::core_hours);
  return value ? std::max(value->value, value->high) : 0.0;
}

// "12 s (90 % of runs: 11 to 13 s)".
std::string need_text(const Measures& measures, Limit limit) {
  if (limit == Limit::memory) return amount_text(limit, need_of(measures, limit));
  const Objective objective = limit == Limit::time ? Objective::time : Objective::core_hours;
  const std::string spread = measures.interval ? spread_text(objective, measures) : "";
  const auto value = value_of(measures, objective);
  return amount_text(limit, value ? value->value : 0.0) + (spread.empty() ? "" : " (" + spread + ")");
}

}  // namespace

std::string nothing_inside_text(const Sweep& sweep, const Ranking& ranking) {
  std::vector<std::string> given;
  for (const Limit limit : all_limits) {
    const auto bound = bound_of(sweep.limits, limit);
    if (!bound) continue;
    const auto needs = [&](const OutsideRow& outside) {
      return need_of(*sweep.rows[outside.row].measures(), limit);
    };
    const OutsideRow& nearest =
        *std::min_element(ranking.outside.begin(), ranking.outside.end(),
                          [&](const OutsideRow& a, const OutsideRow& b) { return needs(a) < needs(b); });
    const std::string amount = amount_text(limit, *bound);
    given.push_back(limit == Limit::memory ? amount + " per node" : amount);
    if (needs(nearest) <= *bound) continue;
    const SweepRow& row = sweep.rows[nearest.row];
    const std::string name = label_of(sweep.definition, row.configuration);
    const std::string need = need_text(*row.measures(), limit);
    if (limit == Limit::memory)
      return "No configuration fits into " + given.back() + ": " + name + " needs the least, " + need;
    return "No configuration keeps to " + amount + ": " + name + " comes nearest, " + need;
  }
  return "No configuration keeps to all limits at once: " + joined(given);
}

std::string outside_text(const Sweep& sweep, const Ranking& ranking) {
  std::string text;
  for (const Limit limit : all_limits) {
    std::vector<std::size_t> rows;
    for (const OutsideRow& outside : ranking.outside) {
      if (outside.limit == limit) rows.push_back(outside.row);
    }
    if (rows.empty()) continue;
    const std::string amount = amount_text(limit, *bound_of(sweep.limits, limit));
    text += (limit == Limit::memory ? "Left out because a node would need more than "
             : limit == Limit::time ? "Left out because they may take longer than "
                                    : "Left out because they may take more than ") +
            amount + ": " + listed_rows(sweep, rows) + "\n";
  }
  return text;
}

double excess_of(const Measures& measures, const SweepLimits& limits) {
  double excess = 0.0;
  for (const Limit limit : all_limits) {
    if (const auto bound = bound_of(limits, limit))
      excess += std::max(0.0, need_of(measures, limit) / *bound - 1.0);
  }
  return excess;
}

std::string limit_reason(Limit limit) {
  return limit == Limit::memory ? "needs more memory than the limit"
         : limit == Limit::time ? "takes longer than the limit"
                                : "takes more core-hours than the limit";
}

std::string limit_mark(Limit limit) {
  return limit == Limit::memory ? "too big" : limit == Limit::time ? "too slow" : "too costly";
}

}  // namespace gusset::sweep
