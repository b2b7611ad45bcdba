#include "gusset/core/node_local.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fake_engine.hpp"
#include "gusset/core.hpp"
#include "shared_value.hpp"

namespace gusset {
namespace {

const TaskType type("t");

TEST(NodeLocal, KernelsGetReferences) {
  Runtime runtime(testing::with_threads(2));
  NodeLocal<std::string> text(runtime, "text", "a");
  runtime.submit(
      type(), [](std::string& value) { value += "b"; }, write(text));
  std::size_t length = 0;
  runtime.submit(
      type(),
      [&length](auto& value) {
        static_assert(std::is_same_v<decltype(value), const std::string&>);
        length = value.size();
      },
      read(text));
  runtime.wait(text);
  EXPECT_EQ(text.value(), "ab");
  EXPECT_EQ(length, 2u);
}

TEST(NodeLocal, ListsOfValuesAreListsOfReferences) {
  Runtime runtime(testing::with_threads(1));
  NodeLocal<int> one(runtime, "one", 1), two(runtime, "two", 2);
  runtime.submit(
      type(),
      [](const std::vector<std::reference_wrapper<int>>& values) {
        for (int& value : values) value *= 10;
      },
      std::vector{write(one), write(two)});
  runtime.wait();
  EXPECT_EQ(one.value() + two.value(), 30);
}

TEST(NodeLocal, IsOwnedByEveryNodeAndHasASize) {
  const auto log = std::make_shared<testing::FakeLog>();
  Runtime runtime(std::make_unique<testing::FakeEngine>(ProcessGrid{2, 2, 1}, log));
  const NodeLocal<double> value(runtime, "value", 1.0);
  const NodeLocal<std::vector<int>> list(runtime, "list", {1, 2, 3}, 12);
  EXPECT_EQ(value.state().owner, every_node);
  EXPECT_EQ(value.name(), "value");
  EXPECT_EQ(value.size_bytes(), sizeof(double));
  EXPECT_EQ(list.size_bytes(), 12u);
  EXPECT_NE(value.id(), list.id());
}

TEST(NodeLocal, ValueIsRefusedInASimulation) {
  const auto log = std::make_shared<testing::FakeLog>();
  Runtime runtime(std::make_unique<testing::FakeEngine>(ProcessGrid{1, 1, 1}, log));
  const NodeLocal<double> value(runtime, "value", 1.0);
  try {
    value.value();
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "value: expected a runtime with data, found one without (check has_data() first)");
  }
}

TEST(NodeLocal, Moves) {
  Runtime runtime(testing::with_threads(1));
  NodeLocal<int> from(runtime, "n", 1);
  runtime.submit(
      type(), [](int& value) { value = 7; }, write(from));
  const NodeLocal<int> to = std::move(from);
  runtime.wait(to);
  EXPECT_EQ(to.value(), 7);
}

}  // namespace
}  // namespace gusset
