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

}  // namespace

std::optional<FirstUses> costly_first_uses(const Trace& trace, const TaskTimes& times) {
  std::vector<FirstUses> types = first_uses(trace, times);
  std::erase_if(types,
                [](const FirstUses& uses) { return uses.ratio() < least_ratio || uses.bytes < least_bytes; });
  const auto most = std::ranges::max_element(types, {}, &FirstUses::excess_ns);
  if (most == types.end()) return {};
  return std::move(*most);
}

std::string first_touch_text(const Trace& trace, const FirstUses& uses) {
  return "first tasks of `" + trace.types[uses.type.value()] + "` took " + fixed_text(uses.ratio(), 1) +
         " times as long as later ones: first touch of " + bytes_text(uses.bytes);
}

}  // namespace gusset::traces
