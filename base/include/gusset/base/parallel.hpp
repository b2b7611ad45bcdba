#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gusset {

/// Calls `work(i)` for each i below `count`, on as many threads as there are cores where `rows`, the size of
/// all of it, are worth it. Calls share nothing that they write. Throws what one of them threw, and leaves
/// the others that had not begun.
template <class Work>
void for_each_of(std::size_t count, std::uint64_t rows, const Work& work) {
  constexpr std::uint64_t worthwhile_rows = std::uint64_t{1} << 17;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto take_all = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
      next = count;
    }
  };
  const std::size_t cores = rows < worthwhile_rows ? 1 : std::thread::hardware_concurrency();
  std::vector<std::jthread> helpers;
  try {
    for (std::size_t i = 1; i < std::min(cores, count); ++i) helpers.emplace_back(take_all);
  } catch (const std::system_error&) {
    // A system without a thread to spare has this one.
  }
  take_all();
  helpers.clear();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace gusset
