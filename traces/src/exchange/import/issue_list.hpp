#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/exchange/read_trace.hpp"

namespace gusset::traces::import {

/// Counts what could not be kept, by kind.
class IssueList {
 public:
  using Kind = ImportIssue::Kind;

  /// `words` makes the Error of the first of a kind; for the others it is not called.
  template <class Words>
  void add(Kind kind, Words words) {
    for (ImportIssue& issue : issues_) {
      if (issue.kind != kind) continue;
      ++issue.count;
      return;
    }
    issues_.push_back({kind, 1, words()});
  }

  const std::vector<ImportIssue>& all() const { return issues_; }
  std::vector<ImportIssue> take() { return std::move(issues_); }

 private:
  std::vector<ImportIssue> issues_;
};

}  // namespace gusset::traces::import
