#include "span_words.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace gusset::traces::import {
namespace {

constexpr std::pair<std::string_view, SpanKind> state_words[] = {
    {"idle", SpanKind::wait},
    {"sleep", SpanKind::wait},
    {"sleeping", SpanKind::wait},
    {"suspend", SpanKind::wait},
    {"wait", SpanKind::wait},
    {"waiting", SpanKind::wait},
    {"waiting task", SpanKind::wait},
    {"waiting all tasks", SpanKind::wait},
    {"userwaiting", SpanKind::wait},
    {"blocked", SpanKind::wait},
    {"nothing", SpanKind::wait},
    {"barrier", SpanKind::wait},
    {"mpi_wait", SpanKind::wait},
    {"mpi_waitall", SpanKind::wait},
    {"mpi_barrier", SpanKind::wait},
    {"throttling task submission", SpanKind::wait},
    {"send", SpanKind::send},
    {"isend", SpanKind::send},
    {"mpi_send", SpanKind::send},
    {"mpi_isend", SpanKind::send},
    {"sendsubmitted", SpanKind::send},
    {"sendcompleted", SpanKind::send},
    {"receive", SpanKind::receive},
    {"recv", SpanKind::receive},
    {"mpi_recv", SpanKind::receive},
    {"mpi_irecv", SpanKind::receive},
    {"receivesubmitted", SpanKind::receive},
    {"receivecompleted", SpanKind::receive},
    {"building task", SpanKind::submit},
    {"submitting task", SpanKind::submit},
    {"submit", SpanKind::submit},
    {"steal", SpanKind::steal},
    {"stealing", SpanKind::steal},
    {"fetchinginput", SpanKind::other},
    {"pushingoutput", SpanKind::other},
    {"progressing", SpanKind::other},
    {"unpartitioning", SpanKind::other},
    {"overhead", SpanKind::other},
    {"initializing", SpanKind::other},
    {"deinitializing", SpanKind::other},
    {"callback", SpanKind::other},
    {"hypervisor", SpanKind::other},
    {"scheduling", SpanKind::other},
    {"usertesting", SpanKind::other},
    {"decoding task for mpi", SpanKind::other},
    {"preparing task for mpi", SpanKind::other},
    {"post-processing task for mpi", SpanKind::other},
    {"mpi_init", SpanKind::other},
    {"mpi_finalize", SpanKind::other}};

}  // namespace

SpanKind kind_of_state(std::string_view name) {
  std::string lower;
  for (const char c : name) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view word = lower;
  if (word.starts_with("pmpi_")) word.remove_prefix(1);
  for (const auto& [known, kind] : state_words) {
    if (word == known) return kind;
  }
  return SpanKind::run;
}

std::optional<SpanKind> kind_of_word(std::string_view word) {
  const auto* const known = std::find(std::begin(kind_words), std::end(kind_words), word);
  if (known == std::end(kind_words)) return std::nullopt;
  return static_cast<SpanKind>(known - std::begin(kind_words));
}

}  // namespace gusset::traces::import
