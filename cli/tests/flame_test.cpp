// Tests gusset flame on a trace with nested tasks.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* nested =
    "task,type,worker,begin_ms,end_ms,parent\n0,solve,0,0,4,\n1,gemm,1,1,4,0\n2,gemm,1,4,7,0\n";

TEST(Flame, PrintsATreeOfNestedTasks) {
  const TestFolder folder;
  folder.write("t.csv", nested);
  EXPECT_EQ(text_of(folder, {"flame", "t.csv"}),
            "3 tasks took 10.0 ms in all. They are nested up to 2 deep: a task is in the task that submitted "
            "it.\n"
            "The largest part, 60.0 %, was the own time of solve > gemm.\n"
            "\n"
            "nested tasks  tasks    total    share      own\n"
            "solve             1  10.0 ms  100.0 %  4.00 ms\n"
            "  gemm            2  6.00 ms   60.0 %  6.00 ms\n");
}

TEST(Flame, CountsARangeAndConditions) {
  const TestFolder folder;
  folder.write("t.csv", nested);
  const auto flame =
      json_of(folder, {"flame", "t.csv", "--from", "3ms", "--to", "5ms", "--where", "type=gemm"});
  EXPECT_EQ(flame.at("total_ns"), 2'000'000);
  EXPECT_EQ(flame.at("where"), "type=gemm");
  EXPECT_EQ(flame.at("frames").at(0).at("tasks"), 0);
  EXPECT_EQ(flame.at("frames").at(1).at("tasks"), 2);
  EXPECT_THAT(gusset_in(folder, {"flame", "t.csv", "--where", "colour=red"}).errors,
              StartsWith("gusset: flame: --where: condition 1: expected"));
}

TEST(Flame, DrawsAPicture) {
  const TestFolder folder;
  folder.write("t.csv", nested);
  EXPECT_THAT(text_of(folder, {"flame", "t.csv", "-o", "f.svg"}), EndsWith("Picture: f.svg\n"));
  EXPECT_THAT(read_text(folder.file("f.svg")),
              AllOf(HasSubstr("Nested tasks of t"), HasSubstr(">gemm</text>")));
}

}  // namespace
}  // namespace gusset::testing
