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

#include "thread_usage.hpp"

namespace gusset {

/// Calls `work(i)` for each i below `count`. Uses as many threads as the calling thread may use processors if
/// `rows`, the total size of the work, is worth it. Calls must not share anything that they write. Rethrows
/// an exception that a call threw; calls that had not begun by then do not run.
template <class Work>
void parallel_for(std::size_t count, std::uint64_t rows, const Work& work) {
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
  const std::size_t cores = rows < worthwhile_rows ? 1 : allowed_processors();
  std::vector<std::jthread> helpers;
  try {
    for (std::size_t i = 1; i < std::min(cores, count); ++i) helpers.emplace_back(take_all);
  } catch (const std::system_error&) {
    // The system has no thread to spare: this thread does the work.
  }
  take_all();
  helpers.clear();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace gusset
