#pragma once
#include "exchange/import/issue_list.hpp"
#include "exchange/import/source.hpp"

namespace gusset::traces::import {

/// Ends a document whose end is missing (its program was stopped) behind its last whole event, and takes out
/// a comma before the end of its list, which many writers leave. Returns whether either was needed.
bool close_cut_document(Source& source, IssueList& issues);

}  // namespace gusset::traces::import
