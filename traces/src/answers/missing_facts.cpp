#include "answers/missing_facts.hpp"

namespace gusset::traces {

std::vector<std::string> missing_facts(const Trace& trace) {
  std::vector<std::string> missing;
  const Recorded& recorded = trace.recorded;
  if (!recorded.accesses && !recorded.dependencies && !recorded.fork_join)
    missing.emplace_back("dependencies");
  if (!recorded.submit) missing.emplace_back("submission times");
  if (!recorded.ready) missing.emplace_back("ready times");
  if (trace.nodes.size() > 1 && !recorded.messages) missing.emplace_back("messages between nodes");
  return missing;
}

std::string listed(const std::vector<std::string>& items, const std::string& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " " + conjunction + " " : ", ") + items[i];
  return text;
}

}  // namespace gusset::traces
