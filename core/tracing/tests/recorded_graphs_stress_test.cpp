// Many recordings of task graphs, while other threads keep the processors busy.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>

#include "gusset/core.hpp"
#include "random_graph.hpp"
#include "recorded.hpp"
#include "sanitized.hpp"

namespace gusset::core_tracing {
namespace {

using testing::edges_of;
using testing::RandomGraph;
using testing::record;

/// During its lifetime, two threads compute.
class Load {
 public:
  Load() {
    for (std::thread& thread : threads_) {
      thread = std::thread([this] {
        while (!is_over_.load(std::memory_order_relaxed)) {
        }
      });
    }
  }
  ~Load() {
    is_over_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

 private:
  std::atomic<bool> is_over_{false};
  std::array<std::thread, 2> threads_;
};

TEST(RecordedGraphs, ArePossibleAndHaveTheGraphsDependenciesUnderLoad) {
  const Load load;
  const unsigned recordings = is_sanitized ? 40 : 200;
  for (unsigned seed = 1; seed <= recordings; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomGraph graph(seed, 200);
    const auto trace = record(1 + seed % 4, [&](Runtime& runtime) { graph.run(runtime, [](int) {}); });
    ASSERT_EQ(trace->tasks.size(), graph.tasks());
    ASSERT_EQ(edges_of(*trace), graph.edges());
  }
}

TEST(RecordedGraphs, HaveEachTaskOnceIfPlansStartWhileTheProgramSubmits) {
  constexpr std::size_t runs = 50;
  constexpr std::size_t tasks = 20;  // in the plan, and as many submitted after each run
  const TaskType planned("planned");
  const TaskType submitted("submitted");
  const unsigned recordings = is_sanitized ? 10 : 40;
  for (unsigned recording = 0; recording < recordings; ++recording) {
    SCOPED_TRACE("recording " + std::to_string(recording));
    const auto trace = record(2, [&](Runtime& runtime) {
      const Handle x = runtime.handle("x");
      Plan plan = runtime.capture([&] {
        for (std::size_t task = 0; task < tasks; ++task) {
          runtime.submit(
              planned(), [] {}, write(x));
        }
      });
      for (std::size_t run = 0; run < runs; ++run) {
        runtime.run(plan);
        for (std::size_t task = 0; task < tasks; ++task) runtime.submit(submitted(), [] {});
      }
      runtime.wait();
    });
    ASSERT_EQ(trace->tasks.size(), runs * 2 * tasks);
  }
}

}  // namespace
}  // namespace gusset::core_tracing
