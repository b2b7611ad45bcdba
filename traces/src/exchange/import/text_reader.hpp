#pragma once
#include <cstdint>
#include <string_view>

#include "gus/file_text.hpp"
#include "import_errors.hpp"
#include "issue_list.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {

/// What readers of one text, line by line, have in common: the text, what is wrong with it, and the trace in
/// the making.
class TextReader {
 public:
  TextReader(const FileText& source, IssueList& issues)
      : source_(source), issues_(issues), builder_(issues) {}

 protected:
  errors::Place at(std::uint64_t line) const { return errors::at_line(source_.name(), line); }
  Error bad(std::uint64_t line, std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), line, expected, found);
  }
  /// For a builder's lanes: the places of spans are lines.
  auto by_line() const {
    return [this](std::uint32_t, std::uint32_t line) { return at(line); };
  }

  const FileText& source_;
  IssueList& issues_;
  TraceBuilder builder_;
};

}  // namespace gusset::traces::import
