#pragma once
#include <cstdint>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The accesses sorted by handle. Those to one handle stay in order of submission. Leaves out accesses to
/// unknown handles. Linear.
struct AccessesByHandle {
  std::vector<std::uint64_t> first;   ///< per handle: the first entry of the columns below; then their size
  std::vector<std::uint64_t> access;  ///< index into the trace's accesses
  std::vector<TaskId> task;

  AccessesByHandle() = default;
  explicit AccessesByHandle(const Trace& trace) : first(trace.handles.size() + 1, 0) {
    const std::vector<Access>& items = trace.accesses.items;
    const auto has_handle = [&](const Access& of) { return of.handle.value() < trace.handles.size(); };
    for (const Access& of : items) {
      if (has_handle(of)) ++first[of.handle.value() + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    access.resize(first.back());
    task.resize(first.back());
    std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
    for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
      for (std::uint64_t i = trace.accesses.first[t]; i < trace.accesses.first[t + 1]; ++i) {
        if (!has_handle(items[i])) continue;
        const std::uint64_t place = next[items[i].handle.value()]++;
        access[place] = i;
        task[place] = TaskId(t);
      }
    }
  }
};

}  // namespace gusset::traces
