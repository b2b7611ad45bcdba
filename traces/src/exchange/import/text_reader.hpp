#pragma once
#include <cstdint>
#include <string_view>

#include "gus/file_text.hpp"
#include "import_errors.hpp"
#include "issue_list.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {

/// What readers of one text have in common: the text, what is wrong with it, and the trace in the making.
/// Places are lines, or whatever `unit` says.
class TextReader {
 public:
  TextReader(const FileText& source, IssueList& issues, const char* unit = "line")
      : source_(source), issues_(issues), builder_(issues), unit_(unit) {}

 protected:
  errors::Place at(std::uint64_t number) const { return {source_.name(), unit_, number}; }
  Error bad(std::uint64_t line, std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), line, expected, found);
  }
  /// For a builder's lanes: the places of spans.
  auto places() const {
    return [this](std::uint32_t, std::uint32_t number) { return at(number); };
  }

  const FileText& source_;
  IssueList& issues_;
  TraceBuilder builder_;

 private:
  const char* unit_;
};

}  // namespace gusset::traces::import
