#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/exchange/read_trace.hpp"

namespace gusset::traces::import {

/// Counts the items that could not be kept, by kind.
class IssueList {
 public:
  using Kind = ImportIssue::Kind;

  /// `make_error` makes the Error for the first issue of a kind. It is not called for later ones.
  template <std::invocable MakeError>
  void add(Kind kind, MakeError make_error) {
    for (ImportIssue& issue : issues_) {
      if (issue.kind != kind) continue;
      ++issue.count;
      return;
    }
    issues_.push_back({kind, 1, make_error()});
  }
  void add(Kind kind, const Error& error) {
    add(kind, [&] { return error; });
  }
  template <class Where, class Found>
  void add(Kind kind, const Where& where, std::string_view expected, const Found& found) {
    add(kind, [&] { return Error{std::string(where), std::string(expected), std::string(found)}; });
  }

  const std::vector<ImportIssue>& all() const { return issues_; }
  std::vector<ImportIssue> take() { return std::move(issues_); }

 private:
  std::vector<ImportIssue> issues_;
};

/// The end of a span. Returns the start and adds an issue at `where` if the end precedes the start.
template <class Where>
std::int64_t checked_end(IssueList& issues, std::int64_t begin_ns, std::int64_t end_ns, const Where& where,
                         const char* expected = "an end at or after the start") {
  if (end_ns >= begin_ns) return end_ns;
  issues.add(ImportIssue::Kind::clock_jump, where, expected, "one before it");
  return begin_ns;
}

}  // namespace gusset::traces::import
