#pragma once
#include <cstdint>
#include <string_view>

#include "gus/file_text.hpp"
#include "import_errors.hpp"
#include "issue_list.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {

/// Base of the readers of one text: holds the text, its issues, and the trace being built. Locations are in
/// lines, or in `unit`.
class TextReader {
 public:
  TextReader(const FileText& source, IssueList& issues, const char* unit = "line")
      : source_(source), issues_(issues), builder_(issues), unit_(unit) {}

 protected:
  errors::Place at(std::uint64_t number) const { return {source_.name(), unit_, number}; }
  Error bad(std::uint64_t line, std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), line, expected, found);
  }
  /// Locations of spans, for the builder's make_lanes.
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
