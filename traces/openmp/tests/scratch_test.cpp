#include "storage/scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "storage/conversion_failure.hpp"
#include "storage/scratch_table.hpp"

namespace gusset::ompt {
namespace {

struct Row {
  std::uint64_t number = 0;
  std::uint32_t other = 0;
};
constexpr std::uint64_t rows_of_a_page = Scratch::page_bytes / sizeof(Row);

TEST(Scratch, SmallArraysNeverTouchTheDisk) {
  Scratch scratch("/nonexistent", 8);
  ScratchArray<Row> rows(scratch);
  for (std::uint64_t i = 0; i < 8 * rows_of_a_page; ++i) EXPECT_EQ(rows.push_back({i, 1}), i);
  EXPECT_EQ(rows.get(7 * rows_of_a_page).number, 7 * rows_of_a_page);
}

TEST(Scratch, RowsKeepTheirValuesWhenPagesMove) {
  Scratch scratch(::testing::TempDir(), 5);
  ScratchArray<Row> first(scratch);
  ScratchArray<std::uint32_t> second(scratch);
  std::vector<Row> expected;
  std::mt19937 random(1);
  for (std::uint32_t i = 0; i < 20 * rows_of_a_page; ++i) {
    first.push_back({i, 0});
    second.push_back(i * 3);
    expected.push_back({i, 0});
    const std::size_t changed = random() % expected.size();
    first.edit(changed).other = i;
    expected[changed].other = i;
  }
  ASSERT_EQ(first.size(), expected.size());
  std::size_t differences = 0;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const Row row = first.get(i);
    if (row.number != expected[i].number || row.other != expected[i].other || second.get(i) != i * 3)
      ++differences;
  }
  EXPECT_EQ(differences, 0U);
}

TEST(Scratch, FramesOfADestroyedArrayAreReused) {
  Scratch scratch("/nonexistent", 4);
  for (int i = 0; i < 20; ++i) {
    ScratchArray<Row> rows(scratch);
    for (std::uint64_t row = 0; row < 4 * rows_of_a_page; ++row) rows.push_back({row, 0});
  }
}

TEST(Scratch, DroppedPagesMakeRoom) {
  Scratch scratch("/nonexistent", 4);
  ScratchArray<Row> rows(scratch);
  for (std::uint64_t row = 0; row < 20 * rows_of_a_page; ++row) {
    rows.push_back({row, 0});
    const std::uint64_t page = rows.page_of(row);
    if (page >= 3 && row % rows_of_a_page == 0) rows.drop_page(page - 3);
  }
  EXPECT_TRUE(rows.is_dropped(0));
  EXPECT_FALSE(rows.is_dropped(19 * rows_of_a_page));
  EXPECT_EQ(rows.get(19 * rows_of_a_page).number, 19 * rows_of_a_page);
}

TEST(Scratch, FolderThatCannotHoldTheFileIsNamed) {
  Scratch scratch("/nonexistent", 4);
  ScratchArray<Row> rows(scratch);
  try {
    for (std::uint64_t i = 0; i < 6 * rows_of_a_page; ++i) rows.push_back({i, 1});
    ADD_FAILURE() << "the pages fit nowhere";
  } catch (const ConversionFailure& failure) {
    EXPECT_STREQ(failure.what(),
                 "/nonexistent: expected space for temporary data of the conversion, found \"No such file or "
                 "directory\"");
  }
}

TEST(ScratchTable, FindsWhatAMapFinds) {
  Scratch scratch(::testing::TempDir(), 4);
  ScratchTable table(scratch);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> expected;
  std::map<std::uint64_t, std::uint32_t> first;
  std::mt19937 random(2);
  for (std::uint32_t i = 0; i < 30'000; ++i) {
    const std::uint64_t scope = random() % 50;
    const std::uint64_t address = random() % 3000 * 8;
    std::uint32_t& head = first.try_emplace(scope, ScratchTable::none).first->second;
    if (random() % 400 == 0) {
      table.erase(head);
      head = ScratchTable::none;
      std::erase_if(expected, [scope](const auto& entry) { return entry.first.first == scope; });
      continue;
    }
    const auto known = expected.find({scope, address});
    ASSERT_EQ(table.find(scope, address), known == expected.end() ? ScratchTable::none : known->second);
    if (known != expected.end()) continue;
    table.add(scope, address, i, head);
    expected[{scope, address}] = i;
  }
  for (const auto& [key, number] : expected) EXPECT_EQ(table.find(key.first, key.second), number);
}

}  // namespace
}  // namespace gusset::ompt
