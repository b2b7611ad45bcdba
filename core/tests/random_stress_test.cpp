// Random programs with all features: all kinds of accesses, renaming, reservations, subtasks, priorities,
// failures, cancellations, and several submitting threads. Uses up to 16 workers, on any machine.
//
// Programs that do not fail are compared with their sequential execution. For programs that fail, the test
// checks that no task runs twice, at the same time as a task that it excludes, or on data that a failed task
// should have modified.
//
// Runs about 300 000 tasks by default. GUSSET_STRESS_TASKS=10000000 in the environment sets the number of
// tasks in each of the two parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

using testing::SharedValue;
using testing::with_threads;

std::uint64_t tasks_wanted() {
  const char* const text = std::getenv("GUSSET_STRESS_TASKS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 150'000;
}

const char* const policies[] = {"locality", "fifo",     "priority", "random", "nearest",
                                "static",   "critical", "cab",      "squads"};

/// One round's options: number of workers, policy and window.
Options options_of(std::uint64_t round) {
  static constexpr unsigned workers[] = {1, 2, 3, 4, 8, 16};
  Options options = with_threads(workers[round % 6], round);
  options.policy = policies[round / 6 % std::size(policies)];
  if (options.policy == "cab" || options.policy == "squads") {
    // Two sockets with equally many workers, or one more on the first.
    for (unsigned worker = 0; worker < options.threads; ++worker) options.domains.emplace_back(worker % 2);
    if (round % 2 == 0) options.boundary = static_cast<unsigned>(round / 54 % 4);
  }
  if (round % 3 == 0) options.window = 32 + round % 200;
  return options;
}

/// Data that tasks share. Guards detect overlapping exclusive accesses.
struct Cell {
  std::uint64_t value = 0;
  std::atomic<int> users{0};
};

std::atomic<std::uint64_t> overlaps{0};

/// Marks the cell as used by a task during its lifetime.
class Use {
 public:
  static constexpr int alone = 1 << 20;
  Use(Cell& cell, bool is_exclusive) : users_(cell.users), amount_(is_exclusive ? alone : 1) {
    const int before = users_.fetch_add(amount_);
    if (before >= alone || (is_exclusive && before != 0)) ++overlaps;
  }
  ~Use() { users_.fetch_sub(amount_); }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  std::atomic<int>& users_;
  int amount_;
};

constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 31)) * 0xbf58476d1ce4e5b9u;
  return value ^ (value >> 27);
}

struct Step {
  std::uint64_t number = 0;
  std::vector<std::size_t> reads, writes, adds;
  std::int32_t priority = 0;
  bool is_reserved = false;  ///< its first write is reserved; the tasks of ten such steps follow together
  std::size_t subtasks = 0;  ///< number of subtasks; they access no cells
};

std::vector<Step> random_steps(std::mt19937_64& random, std::size_t cells, std::size_t count) {
  std::vector<Step> steps(count);
  std::vector<std::size_t> order(cells);
  for (std::size_t i = 0; i < cells; ++i) order[i] = i;
  for (std::size_t i = 0; i < count; ++i) {
    Step& step = steps[i];
    step.number = random();
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t n = 0; n < std::min<std::size_t>(cells, random() % 5); ++n) {
      const auto which = random() % 4;
      (which < 2 ? step.reads : which == 2 ? step.writes : step.adds).push_back(order[n]);
    }
    step.priority = static_cast<std::int32_t>(random() % 5) - 2;
    step.is_reserved = !step.writes.empty() && random() % 16 == 0;
    step.subtasks = random() % 8 == 0 ? 1 + random() % 3 : 0;
  }
  return steps;
}

std::uint64_t input_of(const Step& step, const std::vector<std::uint64_t>& read) {
  std::uint64_t input = step.number;
  for (const std::uint64_t value : read) input = mix(input + value);
  return input;
}

/// Computes the result in order, without a runtime.
std::vector<std::uint64_t> expected(const std::vector<Step>& steps, std::size_t cells) {
  std::vector<std::uint64_t> values(cells, 0);
  for (const Step& step : steps) {
    std::vector<std::uint64_t> read;
    for (const std::size_t cell : step.reads) read.push_back(values[cell]);
    std::uint64_t input = input_of(step, read);
    for (const std::size_t cell : step.writes) input = values[cell] = mix(values[cell] + input);
    for (const std::size_t cell : step.adds) values[cell] += input;
  }
  return values;
}

class Program {
 public:
  using Value = SharedValue<Cell>;

  Program(Runtime& runtime, std::size_t cells, std::uint64_t seed) : runtime_(runtime) {
    for (std::size_t i = 0; i < cells; ++i) {
      // Some cells start just before their versions wrap.
      cells_.push_back(
          std::make_unique<Value>(runtime, "c" + std::to_string(i), i % 3 == 2 ? 0xffffffe0 : 0));
      if ((seed + i) % 3 == 0) {
        runtime.rename_adds(*cells_.back(),
                            {.create = [](void* buffer) { new (buffer) Cell(); },
                             .merge = [](void* into, const void* from) { merge(into, from); },
                             .apply = [](void* into, const void* from) { merge(into, from); }});
      }
    }
  }

  /// Calls `around` in each kernel; it may throw.
  template <class Around>
  void submit(const std::vector<Step>& steps, Around&& around) {
    struct Late {
      const Step* step;
      Reserved<decltype(write(std::declval<Value&>()).contents)> place;
    };
    std::vector<Late> late;
    for (const Step& step : steps) {
      if (step.is_reserved) {
        // A task's other accesses are registered when it is submitted, so this task must have none.
        late.push_back({&step, runtime_.reserve(write(*cells_[step.writes[0]]))});
        if (late.size() < 10) continue;
      } else {
        submit_one(step, around);
      }
      if (late.size() >= 10) submit_late(late, around);
    }
    submit_late(late, around);
  }

  std::vector<std::uint64_t> results() const {
    std::vector<std::uint64_t> values;
    for (const auto& cell : cells_) values.push_back(cell->value.value);
    return values;
  }
  std::uint64_t subtasks() const { return subtasks_; }
  Value& cell(std::size_t index) { return *cells_[index]; }
  std::size_t size() const { return cells_.size(); }

 private:
  static void merge(void* into, const void* from) {
    static_cast<Cell*>(into)->value += static_cast<const Cell*>(from)->value;
  }

  template <class Around>
  void submit_one(const Step& step, const Around& around) {
    std::vector<decltype(read(*cells_[0]))> reads;
    std::vector<decltype(write(*cells_[0]))> writes;
    std::vector<decltype(add(*cells_[0]))> adds;
    for (const std::size_t cell : step.reads) reads.push_back(read(*cells_[cell]));
    for (const std::size_t cell : step.writes) writes.push_back(write(*cells_[cell]));
    for (const std::size_t cell : step.adds) adds.push_back(add(*cells_[cell]));
    runtime_.submit(
        TaskType("step")(1.0).with_priority(step.priority),
        [this, &step, around](const std::vector<const Cell*>& r, const std::vector<Cell*>& w,
                              const std::vector<Cell*>& a) {
          std::vector<std::unique_ptr<Use>> uses;
          for (const Cell* cell : r) uses.push_back(std::make_unique<Use>(const_cast<Cell&>(*cell), false));
          for (Cell* cell : w) uses.push_back(std::make_unique<Use>(*cell, true));
          for (Cell* cell : a) uses.push_back(std::make_unique<Use>(*cell, true));
          around(step);
          std::vector<std::uint64_t> seen;
          for (const Cell* cell : r) seen.push_back(cell->value);
          std::uint64_t input = input_of(step, seen);
          for (Cell* cell : w) input = cell->value = mix(cell->value + input);
          for (Cell* cell : a) cell->value += input;
          for (std::size_t i = 0; i < step.subtasks; ++i) {
            runtime_.submit(TaskType("sub")().with_priority(-step.priority),
                            [this] { subtasks_.fetch_add(1, std::memory_order_relaxed); });
          }
        },
        reads, writes, adds);
  }
  template <class Late, class Around>
  void submit_late(std::vector<Late>& late, const Around& around) {
    while (!late.empty()) {
      const Step& step = *late.back().step;
      runtime_.submit(
          TaskType("late")(),
          [&step, around](Cell* cell) {
            const Use use(*cell, true);
            around(step);
            cell->value = mix(cell->value + step.number);
          },
          std::move(late.back().place));
      late.pop_back();
    }
  }

  Runtime& runtime_;
  std::vector<std::unique_ptr<Value>> cells_;
  std::atomic<std::uint64_t> subtasks_{0};
};

/// Removes all accesses except the first write from steps with a reservation.
void keep_first_write(std::vector<Step>& steps) {
  for (Step& step : steps) {
    if (!step.is_reserved) continue;
    step.writes.resize(1);
    step.reads.clear();
    step.adds.clear();
    step.subtasks = 0;
  }
}

TEST(RandomStress, ProgramsWithoutFailuresMatchSequentialExecution) {
  std::uint64_t tasks = 0;
  std::uint64_t subtasks = 0;
  for (std::uint64_t round = 0; tasks < tasks_wanted(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::mt19937_64 random(round);
    const std::size_t cells = 1 + random() % 12;
    auto steps = random_steps(random, cells, 200 + random() % 3000);
    keep_first_write(steps);
    Runtime runtime(options_of(round));
    Program program(runtime, cells, round);
    const std::size_t submitters = 1 + round % 2 * (random() % 3);
    std::uint64_t expected_subtasks = 0;
    for (const Step& step : steps) expected_subtasks += step.subtasks;
    if (submitters == 1) {
      program.submit(steps, [](const Step&) {});
      runtime.wait();
      ASSERT_EQ(program.results(), expected(steps, cells));
      ASSERT_EQ(program.subtasks(), expected_subtasks);
      tasks += steps.size() + expected_subtasks;
      subtasks += expected_subtasks;
    } else {
      // Each program has separate cells, so that its order is deterministic; all share the runtime.
      std::vector<std::unique_ptr<Program>> programs;
      for (std::size_t i = 0; i < submitters; ++i)
        programs.push_back(std::make_unique<Program>(runtime, cells, round + i));
      std::vector<std::thread> threads;
      for (std::size_t i = 1; i < submitters; ++i) {
        threads.emplace_back([&, i] {
          programs[i]->submit(steps, [](const Step&) {});
          if (i % 2 == 0) runtime.wait();
        });
      }
      programs[0]->submit(steps, [](const Step&) {});
      for (std::thread& thread : threads) thread.join();
      runtime.wait();
      for (const auto& each : programs) {
        ASSERT_EQ(each->results(), expected(steps, cells));
        ASSERT_EQ(each->subtasks(), expected_subtasks);
      }
      tasks += submitters * (steps.size() + expected_subtasks);
    }
    ASSERT_EQ(overlaps, 0u);
  }
  EXPECT_GT(subtasks, 0u);
  std::cout << tasks << " tasks\n";
}

TEST(RandomStress, FailuresAndCancellationsEndCleanly) {
  std::uint64_t tasks = 0;
  std::uint64_t failed_rounds = 0;
  std::uint64_t cancelled_rounds = 0;
  for (std::uint64_t round = 0; tasks < tasks_wanted(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::mt19937_64 random(round + 1'000'000);
    const std::size_t cells = 1 + random() % 12;
    Runtime runtime(options_of(round));
    Program program(runtime, cells, round);
    // Runs several programs in sequence on one runtime: each failure must be forgotten.
    for (int part = 0; part < 4; ++part) {
      auto steps = random_steps(random, cells, 100 + random() % 800);
      keep_first_write(steps);
      const std::uint64_t rarity = 20 + random() % 400;
      const auto runs = std::make_shared<std::vector<std::atomic<int>>>(steps.size());
      const auto fails = [&, runs, first = steps.data()](const Step& step) {
        (*runs)[static_cast<std::size_t>(&step - first)].fetch_add(1, std::memory_order_relaxed);
        if (step.number % rarity == 0) throw std::runtime_error("random");
        if (step.number % (8 * rarity) == 1) runtime.cancel(program.cell(step.number / 7 % cells));
        if (step.number % (32 * rarity) == 2) runtime.cancel();
      };
      // A second thread uses the same handles, so that only the invariants are predictable.
      std::thread second;
      if (round % 3 == 1) {
        second = std::thread([&] { program.submit(steps, fails); });
      }
      program.submit(steps, fails);
      const int submitted = second.joinable() ? 2 : 1;
      if (second.joinable()) second.join();
      try {
        runtime.wait();
      } catch (const TaskFailure& failure) {
        EXPECT_NE(std::string(failure.what()).find("failed: random"), std::string::npos);
        ++failed_rounds;
      } catch (const Cancelled&) {
        ++cancelled_rounds;
      }
      for (const auto& count : *runs) ASSERT_LE(count.load(), submitted);
      ASSERT_EQ(runs.use_count(), 2);  // no task refers to it any more, only this variable and `fails`
      ASSERT_EQ(overlaps, 0u);
      tasks += static_cast<std::uint64_t>(submitted) * steps.size();
    }
    // Afterwards the runtime works normally.
    auto steps = random_steps(random, cells, 100);
    keep_first_write(steps);
    Program after(runtime, cells, round);
    after.submit(steps, [](const Step&) {});
    ASSERT_NO_THROW(runtime.wait());
    ASSERT_EQ(after.results(), expected(steps, cells));
  }
  EXPECT_GT(failed_rounds, 10u);
  EXPECT_GT(cancelled_rounds, 0u);
  std::cout << tasks << " tasks, " << failed_rounds << " failed and " << cancelled_rounds
            << " cancelled programs\n";
}

}  // namespace
}  // namespace gusset
