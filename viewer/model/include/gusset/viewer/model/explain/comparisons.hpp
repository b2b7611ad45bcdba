#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// Which tasks of two traces are the same.
struct TaskTwins {
  traces::Comparison comparison;     ///< has b's for each of a
  std::vector<traces::TaskId> back;  ///< a's for each of b, or none
};

/// All that is compared of two traces.
struct PairFacts {
  std::shared_ptr<const TaskTwins> twins;
  traces::Answer answer;  ///< what `gusset compare` says
};

/// Comparisons of the open traces, two by two: computed off the user interface's thread when first asked for,
/// kept as long as both are open. For the user interface's thread only.
class Comparisons {
 public:
  explicit Comparisons(JobRunner::Post post);

  Signal<> changed;  ///< something that was asked for is there
  JobRunner& jobs() { return jobs_; }
  bool busy() const { return jobs_.busy(); }

  /// What panels are numbers of from now on.
  void set_document(std::shared_ptr<const Document> document);
  /// Null while it is being computed, and for panels that there are not.
  std::shared_ptr<const PairFacts> facts(std::size_t a, std::size_t b);
  /// Whether it is known which tasks of two panels are the same; asks for it.
  bool knows_twins(std::size_t a, std::size_t b) { return twins(a, b) != nullptr; }
  /// The same task in another panel; nothing where there is none, or it is not known yet.
  std::optional<TaskReference> twin(TaskReference task, std::size_t panel);

 private:
  struct Key {
    std::shared_ptr<const traces::Trace> a;
    std::shared_ptr<const traces::Trace> b;
    friend bool operator==(const Key&, const Key&) = default;
  };
  template <class Facts>
  struct Entry {
    Key key;
    std::shared_ptr<const Facts> facts;  ///< null while it is computed
  };

  std::optional<Key> key_of(std::size_t a, std::size_t b) const;
  std::shared_ptr<const TaskTwins> twins(std::size_t a, std::size_t b);
  template <class Facts, class Compute>
  std::shared_ptr<const Facts> find_or_start(std::vector<Entry<Facts>>& entries, const Key& key,
                                             const std::string& kind, Compute compute);

  std::shared_ptr<const Document> document_;
  std::vector<Entry<TaskTwins>> twins_;
  std::vector<Entry<PairFacts>> facts_;
  JobRunner jobs_;  // last: its end waits for work
};

}  // namespace gusset::viewer
