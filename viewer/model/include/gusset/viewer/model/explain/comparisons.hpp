#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// Which tasks of two traces correspond to each other.
struct TaskMatches {
  traces::Comparison comparison;     ///< matches each task of a with a task of b
  std::vector<traces::TaskId> back;  ///< the task of a that matches each task of b, or none
};

/// The complete comparison of two traces, or of a range of each.
struct PairFacts {
  std::shared_ptr<const TaskMatches> matches;  ///< null with ranges
  traces::Answer answer;                       ///< the output of `gusset compare`
};

/// Pairwise comparisons of the open traces. Each is computed off the user interface's thread when first asked
/// for and kept while both traces are open. For the user interface's thread only.
class Comparisons {
 public:
  explicit Comparisons(JobRunner::Post post);

  Signal<> changed;  ///< a result became known
  JobRunner& jobs() { return jobs_; }
  bool busy() const { return jobs_.busy(); }

  /// Sets the document that panel indices refer to.
  void set_document(std::shared_ptr<const Document> document);
  /// The comparison of two panels, or of two ranges of one panel; null while it is being computed and for
  /// panels that do not exist. Only the last ranges' comparison is kept.
  std::shared_ptr<const PairFacts> facts(std::size_t a, std::size_t b,
                                         const std::optional<traces::ComparedRanges>& ranges = {});
  /// Whether the matching tasks of two panels are known; computes them if not.
  bool knows_matches(std::size_t a, std::size_t b) { return matches(a, b) != nullptr; }
  /// The same task in another panel; nothing if it has no match there or the match is not known yet.
  std::optional<TaskReference> match(TaskReference task, std::size_t panel);

 private:
  struct Key {
    std::shared_ptr<const traces::Trace> a;
    std::shared_ptr<const traces::Trace> b;
    std::optional<traces::ComparedRanges> ranges = {};
    friend bool operator==(const Key&, const Key&) = default;
  };
  template <class Facts>
  struct Entry {
    Key key;
    std::shared_ptr<const Facts> facts;  ///< null while it is being computed
  };

  std::optional<Key> key_of(std::size_t a, std::size_t b) const;
  std::shared_ptr<const TaskMatches> matches(std::size_t a, std::size_t b);
  std::shared_ptr<const PairFacts> facts_in_ranges(const Key& key);
  template <class Facts, class Compute>
  std::shared_ptr<const Facts> find_or_start(std::vector<Entry<Facts>>& entries, const Key& key,
                                             const std::string& kind, Compute compute);

  std::shared_ptr<const Document> document_;
  std::vector<Entry<TaskMatches>> matches_;
  std::vector<Entry<PairFacts>> facts_;
  JobRunner jobs_;  // last: its destructor waits for jobs
};

}  // namespace gusset::viewer
