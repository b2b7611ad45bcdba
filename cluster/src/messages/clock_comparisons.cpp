#include "messages/clock_comparisons.hpp"

namespace gusset::cluster {

void ClockComparisons::start() {
  remaining_.store(rounds, std::memory_order_seq_cst);
  messenger_.post_call([this](Transport& transport) { ask(transport); });
}

void ClockComparisons::ask(Transport& transport) const {
  // Stored as an unsigned number, like all of a header.
  send(transport, 0, {.kind = Kind::clock, .reference = static_cast<std::uint64_t>(recorder_->steady_ns())});
}

void ClockComparisons::asked(Transport& transport, unsigned from, const Header& question) const {
  Header answer = question;
  answer.kind = Kind::clocked;
  answer.event = static_cast<std::uint64_t>(recorder_->steady_ns());
  send(transport, from, answer);
}

void ClockComparisons::answered(Transport& transport, const Header& answer) {
  const std::int64_t received = recorder_->steady_ns();
  recorder_->compared(
      {static_cast<std::int64_t>(answer.reference), static_cast<std::int64_t>(answer.event), received});
  if (remaining_.fetch_sub(1, std::memory_order_seq_cst) > 1) ask(transport);
}

}  // namespace gusset::cluster
