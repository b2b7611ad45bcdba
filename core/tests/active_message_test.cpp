#include "gusset/core/active_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using testing::task;
using testing::with_threads;

/// Runs the function in a task and returns what a wait throws.
template <class Function>
std::string error_in_task(Runtime& runtime, Function function) {
  runtime.submit(task(), std::move(function));
  try {
    runtime.wait();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no exception";
}

TEST(ActiveMessage, ToThisNodeCallsTheFunctionsInOrder) {
  Runtime runtime(with_threads(1));
  ActiveMessage<int, std::string, std::vector<int>, std::span<const double>> message(runtime, "m");
  std::vector<std::string> calls;
  message.define({.receive =
                      [&](int number, const std::string& text, const std::vector<int>& list,
                          std::span<const double> view) {
                        calls.push_back(std::to_string(number) + text + std::to_string(list.size()) +
                                        std::to_string(static_cast<int>(view[1])));
                      },
                  .then = [&](int, const std::string&, const std::vector<int>&,
                              std::span<const double>) { calls.emplace_back("then"); }});
  EXPECT_EQ(error_in_task(runtime,
                          [&] {
                            const double values[] = {1.0, 8.0};
                            message.send(NodeId(0), 5, "abc", {1, 2, 3}, values);
                          }),
            "no exception");
  EXPECT_THAT(calls, ElementsAre("5abc38", "then"));
}

TEST(ActiveMessage, FunctionsAreOptional) {
  Runtime runtime(with_threads(1));
  ActiveMessage<int> message(runtime, "m");
  message.define({});
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(0), 1); }), "no exception");
}

TEST(ActiveMessage, TheProgramMayNotSend) {
  Runtime runtime(with_threads(1));
  ActiveMessage<int> message(runtime, "block");
  message.define({});
  EXPECT_THROW(
      {
        try {
          message.send(NodeId(0), 1);
        } catch (const UsageError& error) {
          EXPECT_STREQ(
              error.what(),
              "block: expected a task or a message to send this, found the program, which every node runs");
          throw;
        }
      },
      UsageError);
}

TEST(ActiveMessage, TheNodeMustExist) {
  Runtime runtime(with_threads(1));
  ActiveMessage<int> message(runtime, "block");
  message.define({});
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(3), 1); }),
            "task 'task' failed: block: expected a node from 0 to 0, found node 3");
}

TEST(LargeMessage, ToThisNodeIsCopied) {
  Runtime runtime(with_threads(1));
  LargeMessage<double, int> message(runtime, "block");
  std::vector<double> target(4, 0.0);
  std::vector<std::string> calls;
  message.define({.memory =
                      [&](int offset) {
                        calls.emplace_back("memory");
                        return std::span(target).subspan(static_cast<std::size_t>(offset));
                      },
                  .then = [&](int) { calls.emplace_back("then"); },
                  .sent = [&](int) { calls.emplace_back("sent"); }});
  const std::vector<double> source{7.0, 8.0, 9.0};
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(0), source, 1); }), "no exception");
  EXPECT_THAT(target, ElementsAre(0.0, 7.0, 8.0, 9.0));
  EXPECT_THAT(calls, ElementsAre("memory", "then", "sent"));
}

TEST(LargeMessage, NeedsEnoughMemory) {
  Runtime runtime(with_threads(1));
  LargeMessage<double, int> message(runtime, "block");
  std::vector<double> target(2);
  message.define({.memory = [&](int) { return std::span(target); }});
  const std::vector<double> source(3);
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(0), source, 1); }),
            "task 'task' failed: block: expected memory for 24 bytes, found 16");
}

TEST(LargeMessage, MayBeEmpty) {
  Runtime runtime(with_threads(1));
  LargeMessage<double> message(runtime, "block");
  int arrivals = 0;
  message.define({.then = [&] { ++arrivals; }});
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(0), {}); }), "no exception");
  EXPECT_EQ(arrivals, 1);
}

TEST(ActiveMessage, ChainsToThisNodeNeedNoStack) {
  constexpr int length = 300'000;
  Runtime runtime(with_threads(1));
  ActiveMessage<int, std::string> small(runtime, "small");
  LargeMessage<double, int> large(runtime, "large");
  std::vector<double> memory(1);
  std::vector<double> numbers(length + 1);
  int steps = 0;
  const auto send_large = [&](int step) {
    numbers[static_cast<std::size_t>(step)] = step;
    large.send(NodeId(0), std::span<const double>(&numbers[static_cast<std::size_t>(step)], 1), step);
  };
  small.define({.receive = [&](int, const std::string& text) { steps += text == "step" ? 1 : 0; },
                .then = [&](int step, const std::string&) { send_large(step + 1); }});
  large.define({.memory = [&](int) { return std::span(memory); },
                .then =
                    [&](int step) {
                      steps += memory[0] == step ? 1 : 0;
                      if (step < length) small.send(NodeId(0), step + 1, "step");
                    }});
  EXPECT_EQ(error_in_task(runtime, [&] { small.send(NodeId(0), 1, "step"); }), "no exception");
  EXPECT_EQ(steps, length);
}

TEST(ActiveMessage, ItsDestructorWaitsForTheTasksThatSendIt) {
  Runtime runtime(with_threads(2));
  std::atomic<int> arrivals{0};
  {
    ActiveMessage<int> message(runtime, "m");
    message.define({.then = [&](int) { ++arrivals; }});
    for (int i = 0; i < 100; ++i) runtime.submit(task(), [&message] { message.send(NodeId(0), 1); });
  }
  EXPECT_EQ(arrivals, 100);
}

TEST(LargeMessage, ArgumentsFitAShortMessageOnEveryEngine) {
  Runtime runtime(with_threads(1));
  LargeMessage<double, std::string> message(runtime, "block");
  message.define({});
  EXPECT_EQ(
      error_in_task(runtime, [&] { message.send(NodeId(0), {}, std::string(5000, 'a')); }),
      "task 'task' failed: block: expected at most 4048 bytes of arguments beside contents, found 5008");
}

TEST(LargeMessage, NeedsAFunctionThatGivesMemory) {
  Runtime runtime(with_threads(1));
  LargeMessage<double> message(runtime, "block");
  const std::vector<double> source(3);
  EXPECT_EQ(error_in_task(runtime, [&] { message.send(NodeId(0), source); }),
            "task 'task' failed: block: expected define() with memory before a message arrives, found none");
}

/// Records what the engine gets, as the engine of two nodes would.
class TwoNodes final : public MessageKind {
 public:
  explicit TwoNodes(Runtime& runtime) : MessageKind(runtime, "kind") {}
  std::string seen;
  using MessageKind::has_data;

 private:
  void handle(std::span<const std::byte> text) override {
    if (text.empty()) throw std::runtime_error("no arguments");
    seen = detail::with_arguments<int, std::string>(
        text, [](int number, const std::string& word) { return std::to_string(number) + word; });
  }
};

TEST(MessageKind, ReadsTheArgumentsThatWereWritten) {
  Runtime runtime(with_threads(1));
  TwoNodes kind(runtime);
  EXPECT_TRUE(kind.has_data());
  kind.arrived(detail::written_arguments<int, std::string>(4, "words"));
  EXPECT_EQ(kind.seen, "4words");
}

TEST(MessageKind, AFailureCountsAsATaskFailure) {
  Runtime runtime(with_threads(1));
  TwoNodes kind(runtime);
  kind.arrived({});
  EXPECT_EQ(error_in_task(runtime, [] {}), "task 'kind' failed: no arguments");
  EXPECT_EQ(kind.memory({}, 8), nullptr);
  EXPECT_EQ(error_in_task(runtime, [] {}), "task 'kind' failed: kind: expected memory for 8 bytes, found 0");
  kind.call([] { throw std::runtime_error("sent"); });
  EXPECT_EQ(error_in_task(runtime, [] {}), "task 'kind' failed: sent");
}

TEST(MessageArguments, ArriveUnchanged) {
  using Tuple = std::tuple<int, double>;
  using Pair = std::pair<std::string, char>;
  const auto text =
      detail::written_arguments<Tuple, Pair, std::vector<std::uint16_t>>({1, 2.5}, {"x", 'y'}, {7, 8});
  EXPECT_EQ(text.size(), (detail::bytes_of_arguments<Tuple, Pair, std::vector<std::uint16_t>>(
                             {1, 2.5}, {"x", 'y'}, {7, 8})));
  detail::with_arguments<Tuple, Pair, std::vector<std::uint16_t>>(
      text, [](const Tuple& tuple, const Pair& pair, const std::vector<std::uint16_t>& list) {
        EXPECT_EQ(tuple, Tuple(1, 2.5));
        EXPECT_EQ(pair, Pair("x", 'y'));
        EXPECT_THAT(list, ElementsAre(7, 8));
      });
}

}  // namespace
}  // namespace gusset
