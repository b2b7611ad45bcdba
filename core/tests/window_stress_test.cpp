// Throttled submission bounds memory for any graph size.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::with_threads;

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(WindowStress, LargeGraphUsesBoundedMemory) {
  constexpr std::size_t tasks = 200'000;
  struct Ballast {
    std::array<std::byte, 1500> bytes{};  // 2 KiB per task: 400 MB if all tasks exist at once
  };
  for (const unsigned workers : {1u, 2u, 4u}) {
    Runtime runtime(with_threads(workers));
    std::vector<std::unique_ptr<SharedValue<std::uint64_t>>> cells;
    for (int i = 0; i < 16; ++i) cells.push_back(std::make_unique<SharedValue<std::uint64_t>>(runtime));
    const TaskType task("task");
    const auto submit = [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        runtime.submit(
            task(),
            [ballast = Ballast()](const std::uint64_t* from, std::uint64_t* to) {
              *to += *from % 2 + static_cast<std::uint64_t>(ballast.bytes[0]) + 1;
            },
            read(*cells[(i * 7 + 3) % 16]), write(*cells[i % 16]));
      }
    };
    submit(4000);
    runtime.wait();
    const std::size_t before = resident_bytes();
    submit(tasks);
    const std::size_t after = resident_bytes();
    runtime.wait();
    EXPECT_LT(after, before + 64 * 1024 * 1024) << workers << " workers";
    std::uint64_t sum = 0;
    for (const auto& cell : cells) sum += cell->value;
    EXPECT_GE(sum, tasks + 4000);
  }
}

}  // namespace
}  // namespace gusset
