#pragma once
#include <cstdint>
#include <functional>

#include "event.hpp"
#include "gusset/traces/model/trace.hpp"
#include "storage/scratch.hpp"
#include "storage/scratch_table.hpp"

namespace gusset::ompt {

/// A lock or critical section. It is named after the first call that acquires it: "critical lu.c:41".
struct LockRow {
  std::uint64_t call = 0;                     ///< address of that call
  std::uint32_t number = ScratchTable::none;  ///< in the trace; none until a wait or a hold names the lock
  LockKind kind = LockKind::lock;
  bool has_call = false;
};

/// The locks of a recording, and which task held them when.
class LockTable {
 public:
  explicit LockTable(Scratch& scratch)
      : rows_by_address_(scratch), rows_(scratch), numbered_(scratch), holds_(scratch) {}

  void note_place(const Event& event);
  /// The number of a lock in the trace.
  std::uint32_t number_of(std::uint64_t address);
  void add_hold(std::uint64_t lock, traces::TaskId task, std::int64_t begin_ns, std::int64_t end_ns);

  std::uint64_t locks() const { return numbered_.size(); }
  LockRow lock(std::uint64_t number) { return rows_.get(numbered_.get(number)); }
  std::uint64_t holds() const { return holds_.size(); }
  /// Visits all holds in order of task, begin and end. Sorts them, so it can be done once.
  void visit_holds(const std::function<void(const traces::LockHold&)>& visit);

 private:
  std::uint32_t row_of(std::uint64_t address);

  ScratchTable rows_by_address_;
  std::uint32_t first_entry_ = ScratchTable::none;
  ScratchArray<LockRow> rows_;
  ScratchArray<std::uint32_t> numbered_;
  ScratchArray<traces::LockHold> holds_;
};

}  // namespace gusset::ompt
