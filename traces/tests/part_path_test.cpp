#include "gusset/traces/exchange/part_path.hpp"

#include <gtest/gtest.h>

namespace gusset::traces {
namespace {

TEST(PartPath, NamesTheNodeBeforeTheExtension) {
  EXPECT_EQ(part_path("folder/A.gus", 3).string(), "folder/A.node3.gus");
  EXPECT_EQ(part_path("folder/t.2.gus", 12).string(), "folder/t.2.node12.gus");
  EXPECT_EQ(part_path("t", 0).string(), "t.node0");
}

TEST(PartPath, LeadsBackToTheTrace) {
  for (const char* const trace : {"t.gus", "folder/t.gus", "/a.b/t.2.gus"})
    EXPECT_EQ(trace_of_part(part_path(trace, 3)).value_or("none").string(), trace);
}

TEST(PartPath, OtherNamesAreNoParts) {
  for (const char* const name :
       {"t.gus", "t.node.gus", "t.node1x.gus", "t.nodes1.gus", ".node1.gus", "tnode1.gus", "t.1.gus"})
    EXPECT_FALSE(trace_of_part(name).has_value()) << name;
}

}  // namespace
}  // namespace gusset::traces
