#pragma once
#include <sys/mman.h>

#include <cstdint>
#include <vector>

namespace gusset::columns {

/// Reserves `rows` rows and asks the system for huge pages. A new column is written once from front to back,
/// and page faults would take half of that time. The system may decline, which only costs that time.
template <class T>
void reserve(std::vector<T>& column, std::uint64_t rows) {
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21;
  column.reserve(rows);
  const auto begin = reinterpret_cast<std::uintptr_t>(column.data());
  const std::uintptr_t first = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last = (begin + column.capacity() * sizeof(T)) / huge_page * huge_page;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

/// Does the same as `reserve` for rows that will certainly be written. Maps all pages at once, which costs a
/// fraction of the page faults on first writes. Older systems ignore the request.
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

/// Reserves rows as `reserve` does, then fills them with one value.
template <class T>
void fill(std::vector<T>& column, std::uint64_t rows, const T& value) {
  reserve(column, rows);
  column.assign(rows, value);
}

}  // namespace gusset::columns
