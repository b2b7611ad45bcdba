#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Keeps the values of an attribute that `rows` names (as task and row) and sorts them by task. If a task has
/// several values, the last one wins.
inline void keep_rows(Attribute& attribute, std::vector<std::pair<TaskId, std::size_t>> rows) {
  std::sort(rows.begin(), rows.end());
  attribute.tasks.clear();
  std::visit(
      [&](auto& values) {
        std::remove_reference_t<decltype(values)> kept;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          if (i + 1 < rows.size() && rows[i + 1].first == rows[i].first) continue;
          attribute.tasks.push_back(rows[i].first);
          kept.push_back(std::move(values[rows[i].second]));
        }
        values = std::move(kept);
      },
      attribute.values);
}

}  // namespace gusset::traces
