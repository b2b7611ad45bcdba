#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "gusset/traces/analysis/check/check.hpp"

namespace gusset::traces {

using ViolationKind = Violation::Kind;

/// Counts findings and keeps the first ones. Formats their parts.
class CheckReport {
 public:
  CheckReport(const Trace& trace, std::size_t max_findings) : trace_(trace), max_findings_(max_findings) {}

  /// Counts a finding. Calls `describe` for its Error only if the finding is kept.
  template <class Describe>
  void add(ViolationKind kind, TaskId task, TaskId other, HandleId handle, Describe describe) {
    ++result_.total;
    if (result_.findings.size() < max_findings_) {
      result_.findings.push_back({kind, task, other, handle, describe()});
    }
  }

  CheckResult take() { return std::move(result_); }

  /// "task 3 (gemm)"
  std::string task(TaskId id) const;
  /// "x@3", or "data 2@3" without a name
  std::string version(HandleId handle, std::uint32_t number) const;
  /// "task 3 (gemm), x@3"
  std::string task_at(TaskId id, HandleId handle, std::uint32_t number) const;
  /// "read"
  std::string mode(const Access& access) const;
  /// "node 1 (n1)"
  std::string node(NodeId id) const;
  /// "5000 ns"
  static std::string time(std::int64_t time_ns);

 private:
  const Trace& trace_;
  std::size_t max_findings_;
  CheckResult result_;
};

}  // namespace gusset::traces
