#pragma once
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/why.hpp"

namespace gusset::traces {

/// A piece of a sentence, which may name a task.
struct WhyPiece {
  std::string text;
  TaskId task;  ///< none where it names none
  friend bool operator==(const WhyPiece&, const WhyPiece&) = default;
};
using WhySentence = std::vector<WhyPiece>;

/// The pieces' text, joined.
std::string to_text(const WhySentence& sentence);

/// The names that several tasks of a chain have: in sentences of it each is followed by its number, "gemm
/// A(6,4) #60". Looks at the first thousand steps.
class WhyNames {
 public:
  WhyNames() = default;
  WhyNames(const Trace& trace, std::span<const WhyStep> steps);
  bool is_shared(const std::string& name) const { return shared_.count(name) > 0; }

 private:
  std::set<std::string> shared_;
};

/// "gemm A(3,1) began at 12 ms on worker 1: its last predecessor, trsm A(2,1), ended at 11 ms."
/// Tasks of one sentence are told apart whatever `names` has.
WhySentence why_sentence(const Trace& trace, const WhyStep& step, const WhyNames& names = {});
/// "ready at 11 ms, 1.00 ms before its begin; between cause and begin: ready_wait 1.00 ms"
std::string why_waits(const WhyStep& step);

/// All steps in one sentence: how many tasks back, what ran meanwhile and what was waited for. `steps` as
/// `why` finds them; nothing where there are none. `known` is whether the trace knows dependencies.
WhySentence why_summary(const Trace& trace, const std::vector<WhyStep>& steps, bool known);

/// The steps as a chain, first to last: runs and waits adjoin, from where the last step's waits begin to the
/// first step's begin.
std::vector<ChainLink> why_chain(const std::vector<WhyStep>& steps);

}  // namespace gusset::traces
