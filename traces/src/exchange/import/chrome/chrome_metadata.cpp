#include "exchange/import/chrome/chrome_metadata.hpp"

#include "model/metadata_json.hpp"

namespace gusset::traces::import {
namespace {

void take_gusset_metadata(std::string& other_data, Trace& trace) {
  const std::string own = take_member(other_data, "gusset");
  if (own.empty()) return;
  auto decoded = decode_metadata(own, "otherData");
  if (!decoded) return;
  trace.metadata = std::move(decoded->metadata);
  trace.metadata.origin = Origin::imported;
  if (!decoded->recorded.parents || trace.recorded.parents) return;
  trace.recorded.parents = true;  // the tasks have no parents
  trace.tasks.parent.resize(trace.tasks.size());
}

}  // namespace

void add_chrome_metadata(ChromeExtra extra, Trace& trace, const std::string& name, IssueList& issues) {
  Metadata& metadata = trace.metadata;
  std::string json;
  for (auto& [key, value] : extra) {
    if (key == "otherData") take_gusset_metadata(value, trace);
    if (value == "{}") continue;
    if (!is_json(value)) {
      issues.add(ImportIssue::Kind::dropped_value, name, key + " in JSON, nested at most 64 deep",
                 "something else (dropped)");
      continue;
    }
    if (json.find("\"" + key + "\":") == std::string::npos)
      json += (json.empty() ? "\"" : ",\"") + key + "\":" + value;
  }
  if (!json.empty() && metadata.extra == "{}") metadata.extra = "{\"chrome\":{" + json + "}}";
  if (!extra_flaw(metadata.extra).empty()) metadata.extra = "{}";
}

}  // namespace gusset::traces::import
