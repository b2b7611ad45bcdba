#pragma once
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "readers.hpp"

namespace gusset::traces::import {

/// How the text of a file begins, without a byte order mark.
struct TextHead {
  explicit TextHead(std::string_view head);

  std::string_view text;
  std::string_view line;   ///< the first line that is not empty
  std::string_view entry;  ///< the first line that is neither empty nor a comment
  char first = '\0';       ///< the first character of `line` that is not a blank
};

/// A text format of another program. A new format is one more entry in the table in formats.cpp.
///
/// The source of `read` is mapped, not loaded. A reader goes through it once, from front to back, and adds
/// rows to a TraceBuilder, so the text need not fit into memory.
struct TextFormat {
  TraceFormat format = TraceFormat::csv;
  bool (*recognises)(const TextHead& head) = nullptr;
  Result<Trace> (*read)(FileText& source, IssueList& issues) = nullptr;
};

/// The first format that recognises the text; null if none does.
const TextFormat* text_format_of(std::string_view head);

}  // namespace gusset::traces::import
