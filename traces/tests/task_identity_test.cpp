#include "gusset/traces/analysis/compare/task_identity.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::trace_from_text;

TEST(TaskIdentity, IsTypeHandleAndAwaitedVersion) {
  const auto trace = trace_from_text("ab\na1: write x@0\nb1: read x@1, write y@4");
  const auto identities = written_version_identities(*trace);
  ASSERT_TRUE(identities);
  EXPECT_THAT(*identities, ElementsAre(TaskIdentity{TypeId(0), "x", 0}, TaskIdentity{TypeId(1), "y", 4}));
}

TEST(TaskIdentity, OfATaskThatModifiesNothingIsItsDetail) {
  Trace trace = *trace_from_text("ab\na1: write x@0\nb1: read x@1");
  EXPECT_EQ(written_version_identities(trace)->at(1), (TaskIdentity{TypeId(1), "", 0}));
  trace.attributes.push_back({task_detail, {TaskId(1)}, std::vector<std::string>{"3,1"}});
  EXPECT_EQ(written_version_identities(trace)->at(1), (TaskIdentity{TypeId(1), "3,1", 0}));
}

TEST(TaskIdentity, NeedsAccessesAndNames) {
  EXPECT_FALSE(written_version_identities(*trace_from_text("ab\nb1: after a1")));
  Trace trace = *trace_from_text("a\na1: write x@0");
  trace.handles.name[0].clear();
  EXPECT_FALSE(written_version_identities(trace));
}

}  // namespace
}  // namespace gusset::traces
