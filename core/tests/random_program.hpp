#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset::testing {

/// Tasks that read, write and add to random handles; the same seed gives the same tasks. The result of a
/// write depends on everything before it, and the result of adds does not depend on their order. The final
/// values therefore show whether every task saw the right values.
class RandomProgram {
 public:
  using Value = SharedValue<std::uint64_t>;
  using Values = std::vector<std::unique_ptr<Value>>;

  RandomProgram(unsigned seed, std::size_t handles, std::size_t tasks) : handles_(handles) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < tasks; ++i) {
      Step step{i + 1, {}, {}, {}};
      std::vector<std::size_t> order(handles);
      for (std::size_t handle = 0; handle < handles; ++handle) order[handle] = handle;
      std::shuffle(order.begin(), order.end(), random);
      order.resize(std::min<std::size_t>(handles, 1 + random() % 4));
      for (std::size_t handle : order) {
        const auto which = random() % 4;
        (which < 2 ? step.reads : which == 2 ? step.writes : step.adds).push_back(handle);
      }
      steps_.push_back(step);
    }
  }

  Values make_values(Runtime& runtime, std::uint32_t first_version = 0) const {
    Values values;
    for (std::size_t i = 0; i < handles_; ++i) {
      values.push_back(std::make_unique<Value>(runtime, "h" + std::to_string(i), first_version));
    }
    return values;
  }

  void submit(Runtime& runtime, const Values& values) const {
    const TaskType type("step");
    for (const Step& step : steps_) {
      std::vector<decltype(read(*values[0]))> reads;
      std::vector<decltype(write(*values[0]))> writes;
      std::vector<decltype(add(*values[0]))> adds;
      for (std::size_t handle : step.reads) reads.push_back(read(*values[handle]));
      for (std::size_t handle : step.writes) writes.push_back(write(*values[handle]));
      for (std::size_t handle : step.adds) adds.push_back(add(*values[handle]));
      runtime.submit(
          type(1.0),
          [number = step.number](const std::vector<const std::uint64_t*>& r,
                                 const std::vector<std::uint64_t*>& w,
                                 const std::vector<std::uint64_t*>& a) { apply(number, r, w, a); },
          reads, writes, adds);
    }
  }

  static std::vector<std::uint64_t> results(const Values& values) {
    std::vector<std::uint64_t> result;
    for (const auto& value : values) result.push_back(value->value);
    return result;
  }

  std::vector<std::uint64_t> run(Runtime& runtime, std::uint32_t first_version = 0) const {
    const Values values = make_values(runtime, first_version);
    submit(runtime, values);
    runtime.wait();
    return results(values);
  }

  /// Computes the result by executing the tasks in order, without a runtime.
  std::vector<std::uint64_t> expected() const {
    std::vector<std::uint64_t> values(handles_, 0);
    for (const Step& step : steps_) {
      std::vector<const std::uint64_t*> reads;
      std::vector<std::uint64_t*> writes, adds;
      for (std::size_t handle : step.reads) reads.push_back(&values[handle]);
      for (std::size_t handle : step.writes) writes.push_back(&values[handle]);
      for (std::size_t handle : step.adds) adds.push_back(&values[handle]);
      apply(step.number, reads, writes, adds);
    }
    return values;
  }

 private:
  struct Step {
    std::uint64_t number;
    std::vector<std::size_t> reads, writes, adds;
  };

  static void apply(std::uint64_t number, const std::vector<const std::uint64_t*>& reads,
                    const std::vector<std::uint64_t*>& writes, const std::vector<std::uint64_t*>& adds) {
    std::uint64_t input = number * 0x9e3779b97f4a7c15u;
    for (const std::uint64_t* value : reads) input = (input ^ *value) * 0x2545f4914f6cdd1du;
    for (std::uint64_t* value : writes) input = *value = (*value + input) * 0xbf58476d1ce4e5b9u;
    for (std::uint64_t* value : adds) *value += input;
  }

  std::size_t handles_;
  std::vector<Step> steps_;
};

}  // namespace gusset::testing
