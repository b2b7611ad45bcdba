#include "lock_table.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "storage/conversion_failure.hpp"

namespace gusset::ompt {
namespace {

using traces::LockHold;

bool is_before(const LockHold& a, const LockHold& b) {
  return std::tie(a.task, a.begin_ns, a.end_ns, a.lock) < std::tie(b.task, b.begin_ns, b.end_ns, b.lock);
}

}  // namespace

std::uint32_t LockTable::row_of(std::uint64_t address) {
  std::uint32_t row = rows_by_address_.find(0, address);
  if (row != ScratchTable::none) return row;
  if (rows_.size() + 1 >= ScratchTable::none)
    throw ConversionFailure({"locks", "fewer than 2^32 - 1 locks", "more"});
  row = static_cast<std::uint32_t>(rows_.push_back({}));
  rows_by_address_.add(0, address, row, first_entry_);
  return row;
}

/// Events come in order of time, so the first place is the one that counts.
void LockTable::note_place(const Event& event) {
  const std::uint32_t at = row_of(event.first);
  LockRow& row = rows_.edit(at);
  if (row.has_call) return;
  row.has_call = true;
  row.call = event.second;
  row.kind = static_cast<LockKind>(std::min<std::uint64_t>(event.detail, 3));
}

std::uint32_t LockTable::number_of(std::uint64_t address) {
  const std::uint32_t at = row_of(address);
  if (const std::uint32_t number = rows_.get(at).number; number != ScratchTable::none) return number;
  const auto number = static_cast<std::uint32_t>(numbered_.push_back(at));
  rows_.edit(at).number = number;
  return number;
}

void LockTable::add_hold(std::uint64_t lock, traces::TaskId task, std::int64_t begin_ns,
                         std::int64_t end_ns) {
  holds_.push_back({number_of(lock), task, begin_ns, end_ns});
}

/// Sorts parts that fit into memory, then merges them.
void LockTable::visit_holds(const std::function<void(const LockHold&)>& visit) {
  constexpr std::uint64_t part = std::uint64_t{1} << 18;
  struct Position {
    LockHold hold;
    std::uint64_t at = 0;
    std::uint64_t end = 0;
  };
  const auto is_later = [](const Position& a, const Position& b) { return is_before(b.hold, a.hold); };
  std::priority_queue<Position, std::vector<Position>, decltype(is_later)> next(is_later);
  std::vector<LockHold> sorted;
  for (std::uint64_t begin = 0; begin < holds_.size(); begin += part) {
    const std::uint64_t end = std::min(begin + part, holds_.size());
    sorted.clear();
    for (std::uint64_t i = begin; i < end; ++i) sorted.push_back(holds_.get(i));
    std::sort(sorted.begin(), sorted.end(), is_before);
    for (std::uint64_t i = begin; i < end; ++i) holds_.set(i, sorted[i - begin]);
    next.push({sorted.front(), begin, end});
  }
  while (!next.empty()) {
    Position first = next.top();
    next.pop();
    visit(first.hold);
    if (++first.at == first.end) continue;
    first.hold = holds_.get(first.at);
    next.push(first);
  }
}

}  // namespace gusset::ompt
