#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/issue_list.hpp"
#include "exchange/import/source.hpp"

namespace gusset::traces::import {

/// A document of Chrome's trace events: {"traceEvents":[…]} or the list alone. simdjson walks it; names and
/// arguments stay as they are written.
class ChromeDocument {
 public:
  ChromeDocument(const Source& source, IssueList& issues) : source_(source), issues_(issues) {}

  /// Calls `on_event` for each event, in order. Fails where the document is malformed: then, perhaps, only
  /// its end is missing.
  Result<Done> read(const std::function<void(const ChromeEvent&)>& on_event);

  /// The objects beside the events ("otherData", "metadata"): name and JSON.
  const std::vector<std::pair<std::string, std::string>>& extra() const { return extra_; }

 private:
  const Source& source_;
  IssueList& issues_;
  std::vector<std::pair<std::string, std::string>> extra_;
};

}  // namespace gusset::traces::import
