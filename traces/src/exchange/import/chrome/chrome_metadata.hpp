#pragma once
#include <string>

#include "exchange/import/chrome/chrome_document.hpp"
#include "exchange/import/issue_list.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// Moves a document's other members ("otherData", "metadata": name and JSON) into the trace's metadata.
/// Traces written by Gusset also count as imported, because their accesses are lost.
void add_chrome_metadata(ChromeExtra extra, Trace& trace, const std::string& name, IssueList& issues);

}  // namespace gusset::traces::import
