#include "gusset/viewer/model/explain/comparisons.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace gusset::viewer {
namespace {

JobRunner::Slot pair_slot(const std::string& kind, const traces::Trace* a, const traces::Trace* b) {
  std::ostringstream text;
  text << kind << ' ' << a << ' ' << b;
  return {"comparison", text.str()};
}

std::shared_ptr<const TaskTwins> find_twins(const traces::Trace& a, const traces::Trace& b) {
  auto twins = std::make_shared<TaskTwins>();
  twins->comparison = traces::compare(a, b);
  twins->back.resize(b.tasks.size());
  for (std::size_t task = 0; task < twins->comparison.match.size(); ++task) {
    const traces::TaskId twin = twins->comparison.match[task];
    if (!twin.is_none()) twins->back[twin.value()] = traces::TaskId(task);
  }
  return twins;
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
      jobs_.cancel(pair_slot(kind, entry.key.a.get(), entry.key.b.get()));
      return true;
    });
  };
  clean(twins_, "twins");
  clean(facts_, "facts");
}

std::optional<Comparisons::Key> Comparisons::key_of(std::size_t a, std::size_t b) const {
  if (a == b || a >= document_->traces.size() || b >= document_->traces.size()) return std::nullopt;
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

std::shared_ptr<const TaskTwins> Comparisons::twins(std::size_t a, std::size_t b) {
  const std::optional<Key> key = key_of(a, b);
  if (!key) return nullptr;
  return find_or_start(twins_, *key, "twins",
                       [key = *key](const JobRunner::Cancelled&) { return find_twins(*key.a, *key.b); });
}

std::shared_ptr<const PairFacts> Comparisons::facts(std::size_t a, std::size_t b) {
  const std::optional<Key> key = key_of(a, b);
  if (!key) return nullptr;
  std::shared_ptr<const TaskTwins> known;
  for (const Entry<TaskTwins>& entry : twins_) {
    if (entry.key == *key) known = entry.facts;
  }
  return find_or_start(facts_, *key, "facts", [key = *key, known](const JobRunner::Cancelled& cancelled) {
    auto facts = std::make_shared<PairFacts>();
    facts->twins = known ? known : find_twins(*key.a, *key.b);
    // relaxed: the result is dropped
    if (!cancelled.load(std::memory_order_relaxed)) {
      const traces::Comparison& comparison = facts->twins->comparison;
      facts->answer = traces::comparison_answer(*key.a, *key.b, comparison,
                                                traces::comparison_causes(*key.a, *key.b, comparison));
    }
    return std::shared_ptr<const PairFacts>(facts);
  });
}

std::optional<TaskReference> Comparisons::twin(TaskReference task, std::size_t panel) {
  // One comparison serves both directions.
  const bool is_forward = task.panel < panel;
  const auto known = is_forward ? twins(task.panel, panel) : twins(panel, task.panel);
  if (known == nullptr || !document_->has(task)) return std::nullopt;
  const std::vector<traces::TaskId>& of = is_forward ? known->comparison.match : known->back;
  const traces::TaskId found = of[task.task.value()];
  if (found.is_none()) return std::nullopt;
  return TaskReference{panel, found};
}

}  // namespace gusset::viewer
