#include "span_kinds.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "gusset/base/text.hpp"

namespace gusset::traces::import {
namespace {

const std::map<SpanKind, std::set<std::string_view>>& state_names() {
  static const std::map<SpanKind, std::set<std::string_view>> names = {
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
  return names;
}

}  // namespace

SpanKind kind_of_state(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string_view wanted = lower;
  if (wanted.starts_with("pmpi_")) wanted.remove_prefix(1);
  for (const auto& [kind, names] : state_names()) {
    if (names.contains(wanted)) return kind;
  }
  return SpanKind::run;
}

std::optional<SpanKind> span_kind_named(std::string_view name) {
  const auto* const known = std::find(std::begin(span_kind_names), std::end(span_kind_names), name);
  if (known == std::end(span_kind_names)) return std::nullopt;
  return static_cast<SpanKind>(known - std::begin(span_kind_names));
}

}  // namespace gusset::traces::import
