#include "span_words.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "gusset/base/text.hpp"

namespace gusset::traces::import {
namespace {

using Words = std::set<std::string_view>;

const std::map<SpanKind, Words>& state_words() {
  static const std::map<SpanKind, Words> words = {
      {SpanKind::wait,
       {"idle", "sleep", "sleeping", "suspend", "wait", "waiting", "waiting task", "waiting all tasks",
        "userwaiting", "blocked", "nothing", "barrier", "mpi_wait", "mpi_waitall", "mpi_barrier",
        "throttling task submission"}},
      {SpanKind::send, {"send", "isend", "mpi_send", "mpi_isend", "sendsubmitted", "sendcompleted"}},
      {SpanKind::receive,
       {"receive", "recv", "mpi_recv", "mpi_irecv", "receivesubmitted", "receivecompleted"}},
      {SpanKind::submit, {"building task", "submitting task", "submit"}},
      {SpanKind::steal, {"steal", "stealing"}},
      {SpanKind::other,
       {"fetchinginput", "pushingoutput", "progressing", "unpartitioning", "overhead", "initializing",
        "deinitializing", "callback", "hypervisor", "scheduling", "usertesting", "decoding task for mpi",
        "preparing task for mpi", "post-processing task for mpi", "mpi_init", "mpi_finalize"}}};
  return words;
}

}  // namespace

SpanKind kind_of_state(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string_view word = lower;
  if (word.starts_with("pmpi_")) word.remove_prefix(1);
  for (const auto& [kind, words] : state_words()) {
    if (words.contains(word)) return kind;
  }
  return SpanKind::run;
}

std::optional<SpanKind> kind_of_word(std::string_view word) {
  const auto* const known = std::find(std::begin(kind_words), std::end(kind_words), word);
  if (known == std::end(kind_words)) return std::nullopt;
  return static_cast<SpanKind>(known - std::begin(kind_words));
}

}  // namespace gusset::traces::import
