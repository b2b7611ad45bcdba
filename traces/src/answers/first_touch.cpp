#include "answers/first_touch.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"

namespace gusset::traces {
namespace {

/// Cold caches alone make less of a difference.
constexpr double least_ratio = 2.0;
/// The first use of less memory takes too little time to matter.
constexpr std::uint64_t least_bytes = 1'000'000;
constexpr std::uint64_t least_faults = 250;  // of pages of 4 KiB

std::optional<FirstUses> costliest_of(std::vector<FirstUses> types) {
  std::erase_if(types, [](const FirstUses& uses) {
    return uses.ratio() < least_ratio || (uses.bytes < least_bytes && uses.page_faults < least_faults);
  });
  const auto most = std::ranges::max_element(types, {}, &FirstUses::excess_ns);
  if (most == types.end()) return {};
  return std::move(*most);
}

}  // namespace

std::optional<FirstUses> costly_first_uses(const Trace& trace, const TaskTimes& times) {
  if (auto uses = costliest_of(first_uses(trace, times))) return uses;
  return costliest_of(first_uses_by_faults(trace, times));
}

std::string first_touch_text(const Trace& trace, const FirstUses& uses) {
  const std::string times = " took " + fixed_text(uses.ratio(), 1) + " times as long as ";
  const std::string type = " of `" + trace.types[uses.type.value()] + "`";
  if (uses.bytes > 0)
    return "first tasks" + type + times + "later ones: first touch of " + bytes_text(uses.bytes);
  return count_text(uses.tasks.size(), "task") + type + " with most page faults" + times +
         "the others (medians): first touch of memory (" + count_text(uses.page_faults, "page fault") + ")";
}

}  // namespace gusset::traces
