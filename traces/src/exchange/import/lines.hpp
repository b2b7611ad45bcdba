#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

#include "gus/file_text.hpp"
#include "issue_list.hpp"

namespace gusset::traces::import {

/// Iterates over the lines of a text, without their ends (\n or \r\n).
class Lines {
 public:
  explicit Lines(std::string_view text) : next_(text.data()), end_(text.data() + text.size()) {}

  bool next(std::string_view& line) {
    if (next_ == end_) return false;
    const char* const begin = next_;
    const auto* const newline =
        static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end_ - begin)));
    is_complete_ = newline != nullptr;
    const char* stop = is_complete_ ? newline : end_;
    next_ = is_complete_ ? newline + 1 : end_;
    if (stop != begin && stop[-1] == '\r') --stop;
    line = {begin, static_cast<std::size_t>(stop - begin)};
    ++number_;
    return true;
  }

  /// The number of the last line read, from 1.
  std::uint32_t number() const { return number_; }
  /// Whether the last line read had a line end. A line without one may be truncated.
  bool is_complete() const { return is_complete_; }

 private:
  const char* next_;
  const char* end_;
  std::uint32_t number_ = 0;
  bool is_complete_ = true;
};

/// Calls `take(line, lines)` for each line. Stops at the first failure. A failure in a last line without a
/// line end is only an issue, because the line may be truncated.
template <class Take>
Result<Done> for_each_line(const FileText& source, IssueList& issues, Take take) {
  Lines lines(source.text());
  for (std::string_view line; lines.next(line);) {
    const Result<Done> done = take(line, lines);
    if (done) continue;
    if (lines.is_complete()) return done;
    issues.add(ImportIssue::Kind::truncated, done.error());
  }
  return Done{};
}

}  // namespace gusset::traces::import
