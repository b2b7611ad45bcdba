#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/issue_list.hpp"
#include "gus/file_text.hpp"

namespace gusset::traces::import {

/// The objects beside a document's events ("otherData", "metadata"): name and JSON.
using ChromeExtra = std::vector<std::pair<std::string, std::string>>;

/// Reads a document of Chrome's trace events: {"traceEvents":[…]} or the list alone. simdjson walks it; names
/// and arguments stay as they are written. Calls `on_event` for each event, in order. Fails where the
/// document is malformed: then, perhaps, only its end is missing.
Result<ChromeExtra> read_chrome_document(const FileText& source, IssueList& issues,
                                         const std::function<void(const ChromeEvent&)>& on_event);

/// Ends a document whose end is missing (its program was stopped) behind its last whole event, and takes out
/// a comma before the end of its list, which many writers leave. Returns whether either was needed.
bool close_cut_document(FileText& source, IssueList& issues);

}  // namespace gusset::traces::import
