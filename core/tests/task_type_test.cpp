#include <gtest/gtest.h>

#include "gusset/core/task.hpp"

namespace gusset {
namespace {

TEST(TaskType, SameNameGivesTheSameType) {
  const TaskType gemm("gemm");
  EXPECT_EQ(TaskType("gemm").id(), gemm.id());
  EXPECT_NE(TaskType("syrk").id(), gemm.id());
  EXPECT_EQ(gemm.name(), "gemm");
  EXPECT_EQ(TaskType::name_of(gemm.id()), "gemm");
}

TEST(TaskType, CallsCarryWorkAndNode) {
  const TaskType gemm("gemm");
  const TaskCall call = gemm(12.5);
  EXPECT_EQ(call.type, gemm.id());
  EXPECT_EQ(call.work, 12.5);
  EXPECT_TRUE(call.node.is_none());
  EXPECT_EQ(gemm().work, 0.0);
  EXPECT_EQ(call.on(NodeId(3)).node, NodeId(3));
  EXPECT_EQ(call.on(NodeId(3)).work, 12.5);
}

}  // namespace
}  // namespace gusset
