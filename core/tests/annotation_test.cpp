#include "gusset/core/annotation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "gusset/core/runtime.hpp"

namespace gusset {
namespace {

TEST(Annotations, ArePerThreadLatestFirst) {
  EXPECT_EQ(Annotation::innermost(), nullptr);
  const Annotation iteration("iteration", 3);
  {
    const Annotation tile("tile", "(0,1)");
    EXPECT_EQ(Annotation::innermost(), &tile);
    EXPECT_EQ(tile.outer(), &iteration);
    EXPECT_EQ(iteration.outer(), nullptr);
    const Annotation* elsewhere = &tile;
    std::thread([&] { elsewhere = Annotation::innermost(); }).join();
    EXPECT_EQ(elsewhere, nullptr);
  }
  EXPECT_EQ(Annotation::innermost(), &iteration);
}

TEST(Annotations, HoldIntegersRealsAndText) {
  EXPECT_EQ(std::get<std::int64_t>(Annotation("a", -5).value()), -5);
  EXPECT_EQ(std::get<std::int64_t>(Annotation("a", std::int64_t{1} << 40).value()), std::int64_t{1} << 40);
  EXPECT_EQ(std::get<double>(Annotation("a", 0.5).value()), 0.5);
  EXPECT_EQ(std::get<std::string>(Annotation("a", "text").value()), "text");
  EXPECT_EQ(std::get<std::string>(Annotation("a", std::string("text")).value()), "text");
}

TEST(Annotations, CanBeHidden) {
  const Annotation iteration("iteration", 3);
  const auto count = [] {
    int visited = 0;
    Annotation::for_each([&](const Annotation&) { ++visited; });
    return visited;
  };
  {
    const Annotation::Hidden hidden;
    EXPECT_EQ(count(), 0);
    const Annotation tile("tile", 1);
    EXPECT_EQ(count(), 1);
  }
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(Annotation::innermost(), &iteration);
}

TEST(Annotations, LatestOfEachNameCounts) {
  const Annotation outer("iteration", 1);
  const Annotation tile("tile", "a");
  const Annotation inner("iteration", 2);
  std::vector<const Annotation*> seen;
  Annotation::for_each([&](const Annotation& each) { seen.push_back(&each); });
  EXPECT_EQ(seen, (std::vector{&inner, &tile}));
}

TEST(Annotations, KernelsIgnoreOuterAnnotations) {
  Options options;
  options.threads = 1;  // so that this thread runs the task
  Runtime runtime(options);
  const Annotation outside("iteration", 1);
  std::vector<std::string> seen;
  runtime.submit(TaskType("task")(), [&seen] {
    const Annotation inside("tile", 2);
    Annotation::for_each([&](const Annotation& each) { seen.push_back(each.name()); });
  });
  runtime.wait();
  EXPECT_EQ(seen, std::vector<std::string>{"tile"});
}

TEST(Annotations, CanChangeTheirValue) {
  Annotation iteration("iteration", 1);
  iteration.set(2);
  EXPECT_EQ(std::get<std::int64_t>(iteration.value()), 2);
  EXPECT_EQ(iteration.name(), "iteration");
}

}  // namespace
}  // namespace gusset
