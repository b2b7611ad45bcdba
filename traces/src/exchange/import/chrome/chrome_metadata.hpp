#pragma once
#include <string>

#include "exchange/import/chrome/chrome_document.hpp"
#include "exchange/import/issue_list.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// Takes what a document says beside its events ("otherData", "metadata": name and JSON) into a trace's
/// metadata. A trace of Gusset's own counts as imported all the same: its accesses are gone.
void add_chrome_metadata(ChromeExtra extra, Trace& trace, const std::string& name, IssueList& issues);

}  // namespace gusset::traces::import
