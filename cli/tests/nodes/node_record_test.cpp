#include "nodes/node_record.hpp"

#include <gtest/gtest.h>

namespace gusset::cli {
namespace {

TEST(NodeRecord, StartIsReadAsItWasWritten) {
  const NodeStart start{3, "host \"a\"\n", 16};
  const std::string line = record_line(start);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(read_node_start(line), start);
  EXPECT_EQ(read_node_end(line), std::nullopt);
}

TEST(NodeRecord, EndIsReadAsItWasWritten) {
  const NodeEnd end{7, 2, 9, true, 1'700'000'000'123'456'789, 2, 1, "run", "it\ndoes \"not\" work", true};
  const std::string line = record_line(end);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(read_node_end(line), end);
  EXPECT_EQ(read_node_start(line), std::nullopt);
}

TEST(NodeRecord, LineFitsIntoOneWrite) {
  NodeEnd end;
  end.refusal = std::string(10'000, '\x01');
  end.engine = std::string(10'000, '\xff');
  EXPECT_LE(record_line(end).size(), 4095U);
  EXPECT_TRUE(read_node_end(record_line(end)).has_value());
}

TEST(NodeRecord, OtherLinesAreNotRecords) {
  for (const char* line : {"", "node 1: text", "\x1egusset node ended ", "\x1egusset node ended {}",
                           "\x1egusset node ended {\"node\": \"x\"}", "\x1egusset node started [1]"}) {
    EXPECT_EQ(read_node_start(line), std::nullopt) << line;
    EXPECT_EQ(read_node_end(line), std::nullopt) << line;
  }
}

TEST(NodeRecord, EndIsGoodOnlyIfTheRuntimeFinished) {
  NodeEnd end;
  EXPECT_FALSE(end.is_good());
  end.runtimes = 1;
  EXPECT_FALSE(end.is_good());
  end.finished = 1;
  EXPECT_TRUE(end.is_good());
  end.signal = 15;
  EXPECT_FALSE(end.is_good());
  end.signal = 0;
  end.exit_status = 3;
  EXPECT_FALSE(end.is_good());
  end.exit_status = 0;
  end.engine = "run";
  EXPECT_FALSE(end.is_good());
}

}  // namespace
}  // namespace gusset::cli
