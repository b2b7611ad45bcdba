#include "gusset/viewer/model/explain/comparisons.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace gusset::viewer {
namespace {

const char* const ranges_kind = "ranges";

JobRunner::Slot pair_slot(const std::string& kind, const traces::Trace* a, const traces::Trace* b) {
  std::ostringstream text;
  text << kind << ' ' << a << ' ' << b;
  return {"comparison", text.str()};
}

std::shared_ptr<const TaskMatches> find_matches(const traces::Trace& a, const traces::Trace& b) {
  auto matches = std::make_shared<TaskMatches>();
  matches->comparison = traces::compare(a, b);
  matches->back.resize(b.tasks.size());
  for (std::size_t task = 0; task < matches->comparison.match.size(); ++task) {
    const traces::TaskId match = matches->comparison.match[task];
    if (!match.is_none()) matches->back[match.value()] = traces::TaskId(task);
  }
  return matches;
}

}  // namespace

Comparisons::Comparisons(JobRunner::Post post)
    : document_(std::make_shared<Document>()), jobs_(std::move(post), 1) {}

void Comparisons::set_document(std::shared_ptr<const Document> document) {
  if (document == document_) return;
  document_ = std::move(document);
  const auto is_open = [this](const std::shared_ptr<const traces::Trace>& trace) {
    return std::any_of(document_->traces.begin(), document_->traces.end(),
                       [&trace](const auto& loaded) { return loaded->trace == trace; });
  };
  const auto clean = [&](auto& entries, const std::string& kind) {
    std::erase_if(entries, [&](const auto& entry) {
      if (is_open(entry.key.a) && is_open(entry.key.b)) return false;
      const std::string of_entry = entry.key.ranges ? ranges_kind : kind;
      jobs_.cancel(pair_slot(of_entry, entry.key.a.get(), entry.key.b.get()));
      return true;
    });
  };
  clean(matches_, "matches");
  clean(facts_, "facts");
}

std::optional<Comparisons::Key> Comparisons::key_of(std::size_t a, std::size_t b) const {
  if (a >= document_->traces.size() || b >= document_->traces.size()) return std::nullopt;
  return Key{document_->traces[a]->trace, document_->traces[b]->trace};
}

template <class Facts, class Compute>
std::shared_ptr<const Facts> Comparisons::find_or_start(std::vector<Entry<Facts>>& entries, const Key& key,
                                                        const std::string& kind, Compute compute) {
  for (const Entry<Facts>& entry : entries) {
    if (entry.key == key) return entry.facts;
  }
  entries.push_back({key, nullptr});
  jobs_.start(pair_slot(kind, key.a.get(), key.b.get()), std::move(compute),
              [this, &entries, key](std::shared_ptr<const Facts> found) {
                for (Entry<Facts>& entry : entries) {
                  if (entry.key == key) entry.facts = found;
                }
                changed();
              });
  return nullptr;
}

std::shared_ptr<const TaskMatches> Comparisons::matches(std::size_t a, std::size_t b) {
  const std::optional<Key> key = key_of(a, b);
  if (!key || a == b) return nullptr;
  return find_or_start(matches_, *key, "matches",
                       [key = *key](const JobRunner::Cancelled&) { return find_matches(*key.a, *key.b); });
}

std::shared_ptr<const PairFacts> Comparisons::facts_in_ranges(const Key& key) {
  std::erase_if(facts_, [&](const Entry<PairFacts>& entry) {
    if (!entry.key.ranges || entry.key == key) return false;
    jobs_.cancel(pair_slot(ranges_kind, entry.key.a.get(), entry.key.b.get()));
    return true;
  });
  return find_or_start(facts_, key, ranges_kind, [key](const JobRunner::Cancelled&) {
    auto facts = std::make_shared<PairFacts>();
    const traces::Comparison comparison = traces::compare(*key.a, *key.b, *key.ranges);
    facts->answer = traces::comparison_answer(*key.a, *key.b, comparison,
                                              traces::comparison_causes(*key.a, *key.b, comparison));
    return std::shared_ptr<const PairFacts>(facts);
  });
}

std::shared_ptr<const PairFacts> Comparisons::facts(std::size_t a, std::size_t b,
                                                    const std::optional<traces::ComparedRanges>& ranges) {
  std::optional<Key> key = key_of(a, b);
  if (!key || (a == b && !ranges)) return nullptr;
  if (ranges) {
    key->ranges = ranges;
    return facts_in_ranges(*key);
  }
  std::shared_ptr<const TaskMatches> known;
  for (const Entry<TaskMatches>& entry : matches_) {
    if (entry.key == *key) known = entry.facts;
  }
  return find_or_start(facts_, *key, "facts", [key = *key, known](const JobRunner::Cancelled& cancelled) {
    auto facts = std::make_shared<PairFacts>();
    facts->matches = known ? known : find_matches(*key.a, *key.b);
    // relaxed: the result is dropped
    if (!cancelled.load(std::memory_order_relaxed)) {
      const traces::Comparison& comparison = facts->matches->comparison;
      facts->answer = traces::comparison_answer(*key.a, *key.b, comparison,
                                                traces::comparison_causes(*key.a, *key.b, comparison));
    }
    return std::shared_ptr<const PairFacts>(facts);
  });
}

std::optional<TaskReference> Comparisons::match(TaskReference task, std::size_t panel) {
  // One comparison serves both directions.
  const bool is_forward = task.panel < panel;
  const auto known = is_forward ? matches(task.panel, panel) : matches(panel, task.panel);
  if (known == nullptr || !document_->has(task)) return std::nullopt;
  const std::vector<traces::TaskId>& of = is_forward ? known->comparison.match : known->back;
  const traces::TaskId found = of[task.task.value()];
  if (found.is_none()) return std::nullopt;
  return TaskReference{panel, found};
}

}  // namespace gusset::viewer
