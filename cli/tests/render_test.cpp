#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "gusset_call.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Render, ExtensionSelectsPictureFormat) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto png = gusset_in(folder, {"render", "a.gus", "a.gus", "-o", "f.png"});
  EXPECT_EQ(png.exit_status, 0) << png.errors;
  EXPECT_EQ(png.output, "f.png: 2 traces on a common time axis\n");
  EXPECT_THAT(read_text(folder.file("f.png")), StartsWith("\x89PNG"));
  const auto svg = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_EQ(svg.exit_status, 0) << svg.errors;
  EXPECT_EQ(svg.output, "f.svg: 1 trace\n");
  EXPECT_THAT(read_text(folder.file("f.svg")), HasSubstr("<svg"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.png", "f.svg"));
}

TEST(Render, ColoursTasksByKey) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "f.svg", "--colour", "slack"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("f.svg")), HasSubstr(">slack, share of busy time:<"));
  const auto refused = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--colour", "step"});
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_THAT(refused.errors, MatchesRegex("gusset: a.gus: --colour: expected one of type, node, .*duration, "
                                           "slack, waiting, which this trace supports, found \"step\"\n"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg"));
}

TEST(Render, DrawsTaskArrows) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto plain = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("dependency")));
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--task", "2"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("last dependency"));
  const auto unknown = gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--task", "nobody"});
  EXPECT_NE(unknown.exit_status, 0);
  EXPECT_THAT(unknown.errors, HasSubstr("a.gus: "));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg", "g.svg"));
}

TEST(Render, DrawsMessagesBetweenNodes) {
  const TestFolder folder;
  write_trace(folder, "a.gus",
              "n0/w0: aaa.....\nn1/w0: ......bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
              "message x@1 n0->n1 3 6");
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--messages"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("1 message between nodes"));
  const auto plain = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("between nodes")));
}

TEST(Render, HatchesIdleTimeByItsCause) {
  const TestFolder folder;
  write_trace(
      folder, "a.gus",
      "aa....bbbb\ncccc......\na1: write x@0 [submit 0] [ready 0]\nc1: write y@0 [submit 0] [ready 0]\n"
      "b1: read x@1 [submit 4] [ready 4]");
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--idle"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr(">not submitted\xE2\x80\x82"
                                                         "10.0 %<"));
  gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("not submitted")));
}

TEST(Render, DrawsTheCriticalPath) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--critical-path"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("<title>critical chain</title>"));
  gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("critical")));
  write_trace(folder, "b.gus", "aaaa");
  const auto refused = gusset_in(folder, {"render", "b.gus", "-o", "h.svg", "--critical-path"});
  EXPECT_EQ(refused.exit_status, gusset_in(folder, {"critical-path", "b.gus"}).exit_status);
  EXPECT_EQ(refused.errors, gusset_in(folder, {"critical-path", "b.gus"}).errors);
  EXPECT_NE(refused.exit_status, 0);
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "b.gus", "f.svg", "g.svg"));
}

TEST(Render, FramesArePagesOfAPdfWithTheGraph) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto drawn = gusset_in(
      folder, {"render", "a.gus", "--frames", "film", "--every", "1us", "--to", "2us", "--pdf", "--graph"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_EQ(drawn.output, "film: 3 frames in frames.pdf\n");
  EXPECT_THAT(read_text(folder.file("film/frames.pdf")), StartsWith("%PDF"));
  const auto alone = gusset_in(folder, {"render", "a.gus", "-o", "x.png", "--graph"});
  EXPECT_EQ(alone.errors, "gusset: render: expected --frames with --graph, found none\n");
}

TEST(Render, FramesAreNumberedPictures) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto drawn =
      gusset_in(folder, {"render", "a.gus", "--frames", "film", "--every", "1us", "--to", "2us"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_EQ(drawn.output, "film: 3 frames; the first is frame-0001.png\n");
  EXPECT_THAT(read_text(folder.file("film/frame-0003.png")), StartsWith("\x89PNG"));
  const auto again = gusset_in(folder, {"render", "a.gus", "--frames", "film"});
  EXPECT_NE(again.exit_status, 0);
  EXPECT_THAT(again.errors, HasSubstr("film: expected a folder without frames, found frame-000"));
  const auto both = gusset_in(folder, {"render", "a.gus", "--frames", "other", "-o", "x.png"});
  EXPECT_EQ(both.errors, "gusset: render: --frames: expected no -o with it, found \"x.png\"\n");
  const auto alone = gusset_in(folder, {"render", "a.gus", "-o", "x.png", "--every", "1us"});
  EXPECT_EQ(alone.errors, "gusset: render: expected --frames with --every, found none\n");
  const auto none = gusset_in(folder, {"render", "a.gus", "--frames", "other", "--every", "0"});
  EXPECT_EQ(none.errors, "gusset: render: --every: expected a time above 0, found \"0\"\n");
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "film"));
}

TEST(Render, FramesSupportAlignmentAndQueues) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  write_trace(folder, "b.gus", two_writes_and_a_read);
  const auto first_frame = [&](std::string_view name, std::vector<std::string> options) {
    std::vector<std::string> arguments{"render",  "a.gus", "b.gus", "--frames", std::string(name),
                                       "--every", "1us",   "--to",  "1us"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto drawn = gusset_in(folder, arguments);
    EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
    return read_text(folder.file(std::string(name) + "/frame-0001.png"));
  };
  const std::string plain = first_frame("plain", {});
  EXPECT_NE(first_frame("aligned", {"--align", "start", "--axes", "own"}), plain);
  EXPECT_NE(first_frame("queues", {"--queues"}), plain);
  const auto alone = gusset_in(folder, {"render", "a.gus", "--frames", "film", "--align", "end"});
  EXPECT_EQ(alone.errors, "gusset: render: expected a second trace for --align, found none\n");
  const auto still = gusset_in(folder, {"render", "a.gus", "-o", "x.png", "--queues"});
  EXPECT_EQ(still.errors, "gusset: render: expected --frames with --queues, found none\n");
}

TEST(Render, DrawsOnlyATimeRangeOrMatchingTasks) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_writes_and_a_read);
  const auto part = gusset_in(folder, {"render", "a.gus", "-o", "f.svg", "--from", "1us", "--to", "2us"});
  EXPECT_EQ(part.exit_status, 0) << part.errors;
  const auto some = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--where", "task=0"});
  EXPECT_EQ(some.exit_status, 0) << some.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("not shown"));
  const auto backwards =
      gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--from", "2us", "--to", "1us"});
  EXPECT_EQ(backwards.exit_status, 2);
  EXPECT_EQ(backwards.errors, "gusset: render: --to: expected a time after 2us, found \"1us\"\n");
  const auto unknown = gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--where", "step=1"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_THAT(unknown.errors, StartsWith("gusset: render: --where: "));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg", "g.svg"));
}

std::size_t occurrences(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

TEST(Render, AlignsTwoTraces) {
  const TestFolder folder;
  write_trace(folder, "a.gus", "..aabb\na1: write x@0\nb1: read x@1\n");
  write_trace(folder, "b.gus", ".aab\na1: write x@0\nb1: read x@1\n");
  write_trace(folder, "c.gus", "c\n");
  const auto draw = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line{"render", "a.gus", "b.gus", "-o", "f.svg"};
    line.insert(line.end(), more.begin(), more.end());
    const auto result = gusset_in(folder, line);
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    return result.output + read_text(folder.file("f.svg"));
  };
  EXPECT_THAT(draw({"--align", "start"}), HasSubstr(">from the first task<"));
  const std::string ends = draw({"--align", "end", "--from", "-2ms"});
  EXPECT_THAT(ends, HasSubstr(">from the end<"));
  EXPECT_THAT(ends, HasSubstr(">-2.0 ms<"));
  EXPECT_THAT(draw({"--align", "task:1"}), HasSubstr(">from the task<"));
  const std::string own = draw({"--axes", "own"});
  EXPECT_THAT(own, HasSubstr("on separate time axes"));
  EXPECT_THAT(own, HasSubstr(">own scale<"));
  const std::string part = draw({"--axes", "own", "--from", "1ms", "--to", "3ms"});
  EXPECT_EQ(occurrences(part, ">1.0 ms<"), 2U) << "each shows from 1 to 3 ms";
  EXPECT_EQ(occurrences(part, ">3.0 ms<"), 2U);
  EXPECT_EQ(occurrences(part, ">4.0 ms<"), 0U);
  EXPECT_THAT(draw({"--tracks"}), HasSubstr(">running tasks<"));
  EXPECT_NE(draw({"--boxes"}), draw({})) << "no triangles";
  const auto alone = gusset_in(folder, {"render", "a.gus", "c.gus", "-o", "g.svg", "--align", "task:0"});
  EXPECT_EQ(alone.exit_status, 1);
  EXPECT_THAT(alone.errors, MatchesRegex("gusset: c.gus: expected a counterpart of .*, found none\n"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "b.gus", "c.gus", "f.svg"));
}

}  // namespace
}  // namespace gusset::testing
