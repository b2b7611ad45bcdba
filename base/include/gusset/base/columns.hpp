#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gusset::columns {

/// Makes room for `rows` rows and asks for huge pages behind it: a fresh column is written once from front to
/// back, where half of the time would go into page faults. The system may decline, which costs only that
/// time.
template <class T>
void reserve(std::vector<T>& column, std::uint64_t rows) {
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21;
  column.reserve(rows);
  const auto begin = reinterpret_cast<std::uintptr_t>(column.data());
  const std::uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (begin + column.capacity() * sizeof(T)) / huge_page * huge_page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

/// The same for rows that are sure to come: pages are made now, all at once, at a fraction of what each would
/// cost when it is first written to. Older systems decline.
template <class T>
void reserve_all(std::vector<T>& column, std::uint64_t rows) {
  reserve(column, rows);
#ifdef MADV_POPULATE_WRITE
  constexpr std::uintptr_t page = 4096;
  const auto begin = reinterpret_cast<std::uintptr_t>(column.data());
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + rows * sizeof(T)) / page * page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_POPULATE_WRITE);
#endif
}

/// Room as `reserve` makes it, then as many rows of one value.
template <class T>
void fill(std::vector<T>& column, std::uint64_t rows, const T& value) {
  reserve(column, rows);
  column.assign(rows, value);
}

}  // namespace gusset::columns
