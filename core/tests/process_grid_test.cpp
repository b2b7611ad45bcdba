#include "gusset/core/process_grid.hpp"

#include <gtest/gtest.h>

#include "gusset/core/errors.hpp"

namespace gusset {
namespace {

TEST(ProcessGrid, ParsesTwoAndThreeDimensions) {
  EXPECT_EQ(ProcessGrid::parse("3x9", "here"), (ProcessGrid{3, 9, 1}));
  EXPECT_EQ(ProcessGrid::parse("2x3x4", "here"), (ProcessGrid{2, 3, 4}));
  EXPECT_EQ(ProcessGrid::parse("256x256", "here").nodes(), 65536u);
}

TEST(ProcessGrid, RefusesInvalidText) {
  for (const char* text :
       {"", "3", "x", "3x", "x3", "0x3", "3x0", "-1x3", "3x3x3x3", "3x3x", "3 x3", "3X3", "65536x2",
        "65537x1", "4294967296x1", "99999999999999999999x1", "65536x65536x4294967295", "3x3 "}) {
    try {
      ProcessGrid::parse(text, "GUSSET_GRID");
      ADD_FAILURE() << text << " was accepted";
    } catch (const ConfigurationError& error) {
      EXPECT_EQ(error.what(),
                "GUSSET_GRID: expected a process grid PxQ or PxQxR of 1 to 65536 nodes, found \"" +
                    std::string(text) + "\"");
    }
  }
}

TEST(ProcessGrid, SquarestHasPAtMostQ) {
  EXPECT_EQ(ProcessGrid::squarest(1), (ProcessGrid{1, 1, 1}));
  EXPECT_EQ(ProcessGrid::squarest(7), (ProcessGrid{1, 7, 1}));
  EXPECT_EQ(ProcessGrid::squarest(9), (ProcessGrid{3, 3, 1}));
  EXPECT_EQ(ProcessGrid::squarest(12), (ProcessGrid{3, 4, 1}));
  EXPECT_EQ(ProcessGrid::squarest(4294967295u).nodes(), 4294967295u);
}

TEST(ProcessGrid, OwnersAreBlockCyclic) {
  const ProcessGrid grid{2, 3, 1};
  EXPECT_EQ(grid.owner(0, 0), NodeId(0));
  EXPECT_EQ(grid.owner(1, 2), NodeId(5));
  EXPECT_EQ(grid.owner(4, 4), NodeId(1));
  const ProcessGrid cube{2, 2, 2};
  EXPECT_EQ(cube.owner(1, 0, 1), NodeId(5));
  EXPECT_EQ(cube.owner(3, 3, 3), NodeId(7));
}

TEST(ProcessGrid, TextIsTheParsedForm) {
  EXPECT_EQ((ProcessGrid{3, 9, 1}).text(), "3x9");
  EXPECT_EQ((ProcessGrid{2, 2, 2}).text(), "2x2x2");
}

}  // namespace
}  // namespace gusset
