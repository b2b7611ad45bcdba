#include "runtime/schedule_index.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/match_rule.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {
namespace {

constexpr std::uint32_t nowhere = 99;

/// A file of these tasks, all of worker 0, with begins 0, 1, 2, …
ScheduleFile file_of(std::vector<ScheduledTask> tasks, MatchRule rule = MatchRule::written_version) {
  ScheduleFile file;
  file.rule = rule;
  std::int64_t begin_ns = 0;
  for (ScheduledTask& task : tasks) task.begin_ns = begin_ns++;
  file.workers = {std::move(tasks)};
  return file;
}

class IndexOf {
 public:
  explicit IndexOf(ScheduleFile file) : file_(std::move(file)), index_(file_) {}

  /// The begin time of the next entry found, which also serves as its number; `nowhere` if there is none.
  std::uint32_t next(const std::string& type, const std::string& place, std::uint32_t version) {
    auto [known, is_new] = places_.try_emplace(place);
    if (is_new) known->second = index_.place_of(place);
    const ScheduleEntry* const found = index_.next(TaskType(type).id(), known->second, version);
    return found == nullptr ? nowhere : static_cast<std::uint32_t>(found->begin_ns);
  }

 private:
  ScheduleFile file_;
  ScheduleIndex index_;
  std::map<std::string, ScheduleIndex::Place> places_;
};

TEST(ScheduleIndex, FindsTasksByTypePlaceAndVersion) {
  IndexOf index(file_of(
      {{"potrf", "A", 0, 0, 0}, {"trsm", "A", 4, 0, 0}, {"potrf", "B", 0, 0, 0}, {"trsm", "A", 0, 0, 0}}));
  EXPECT_EQ(index.next("potrf", "A", 0), 0u);
  EXPECT_EQ(index.next("trsm", "A", 4), 1u);
  EXPECT_EQ(index.next("trsm", "A", 0), 3u) << "versions may be in any order";
  EXPECT_EQ(index.next("potrf", "B", 0), 2u);
}

TEST(ScheduleIndex, FindsNoTaskThatTheFileLacks) {
  IndexOf index(file_of({{"potrf", "A", 0, 0, 0}, {"potrf", "A", 2, 0, 0}}));
  EXPECT_EQ(index.next("potrf", "C", 0), nowhere);
  EXPECT_EQ(index.next("gemm", "A", 0), nowhere);
  EXPECT_EQ(index.next("potrf", "A", 1), nowhere);
  EXPECT_EQ(index.next("potrf", "A", 3), nowhere);
  EXPECT_EQ(index.next("potrf", "A", 2), 1u);
  EXPECT_EQ(index.next("potrf", "A", 2), nowhere) << "one copy only";
  EXPECT_EQ(index.next("potrf", "A", 0), 0u);
  IndexOf empty(file_of({}));
  EXPECT_EQ(empty.next("potrf", "", 0), nowhere);
}

TEST(ScheduleIndex, CountsCopiesInAnyOrder) {
  IndexOf index(file_of({{"add", "A", 0, 2, 0}, {"add", "A", 0, 0, 0}, {"add", "A", 0, 3, 0}}));
  EXPECT_EQ(index.next("add", "A", 0), 1u);
  EXPECT_EQ(index.next("add", "A", 0), nowhere) << "copy 1";
  EXPECT_EQ(index.next("add", "A", 0), 0u);
  EXPECT_EQ(index.next("add", "A", 0), 2u);
  EXPECT_EQ(index.next("add", "A", 0), nowhere);
}

TEST(ScheduleIndex, IgnoresPlacesIfTheFileIdentifiesTasksByOrder) {
  IndexOf index(
      file_of({{"a", "", 0, 1, 0}, {"a", "", 0, 0, 0}, {"b", "", 0, 0, 0}}, MatchRule::parent_and_order));
  EXPECT_EQ(index.next("a", "X", 7), 1u);
  EXPECT_EQ(index.next("b", "Y", 0), 2u);
  EXPECT_EQ(index.next("a", "Z", 0), 0u);
}

}  // namespace
}  // namespace gusset::detail
