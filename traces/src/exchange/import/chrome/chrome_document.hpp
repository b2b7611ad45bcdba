#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/issue_list.hpp"
#include "gus/file_text.hpp"

namespace gusset::traces::import {

/// The document's members other than its events ("otherData", "metadata"): name and JSON.
using ChromeExtra = std::vector<std::pair<std::string, std::string>>;

/// Reads a document of Chrome trace events, either {"traceEvents":[…]} or the array alone. Names and
/// arguments stay as written in the file. Calls `on_event` for each event, in order. Fails if the document is
/// malformed; it may just be truncated (see repair_truncated_document).
Result<ChromeExtra> read_chrome_document(const FileText& source, IssueList& issues,
                                         const std::function<void(const ChromeEvent&)>& on_event);

/// Repairs a document whose end is missing because the program that wrote it was stopped: cuts the document
/// after the last complete event and closes it. Also removes the trailing comma that many writers leave in
/// the array. Returns whether it changed anything.
bool repair_truncated_document(FileText& source, IssueList& issues);

}  // namespace gusset::traces::import
