#include "gusset/viewer/app/window/command_line.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

Result<CommandLine> parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "gusset-viewer");
  return parse_command_line(arguments);
}

TEST(CommandLine, ParsesTracesAndOptions) {
  const auto line = parse({"a.gus", "b.gus", "--screenshot", "out.png", "--size", "1600x1000", "--select",
                           "17", "--find", "gemm"});
  ASSERT_TRUE(line) << line.error().message();
  EXPECT_EQ(line->traces, (std::vector<std::filesystem::path>{"a.gus", "b.gus"}));
  EXPECT_EQ(line->screenshot, "out.png");
  EXPECT_EQ(line->width, 1600);
  EXPECT_EQ(line->height, 1000);
  EXPECT_EQ(line->selected_task, 17U);
  EXPECT_EQ(line->find, "gemm");
  EXPECT_FALSE(line->quit_after_first_picture);
}

TEST(CommandLine, NoArgumentsOpenAnEmptyWindow) {
  const auto line = parse({});
  ASSERT_TRUE(line);
  EXPECT_TRUE(line->traces.empty());
  EXPECT_TRUE(line->screenshot.empty());
}

TEST(CommandLine, HelpAndVersionReturnText) {
  EXPECT_NE(parse({"--help"})->text.find("--screenshot"), std::string::npos);
  EXPECT_EQ(parse({"--version"})->text.rfind("gusset-viewer ", 0), 0U);
}

TEST(CommandLine, ErrorsNameTheOptionAndTheExpectedValue) {
  const auto message = [](std::vector<std::string> arguments) {
    const auto line = parse(std::move(arguments));
    return line ? std::string("accepted") : line.error().message();
  };
  EXPECT_EQ(message({"--size", "12x900"}),
            "--size: expected WIDTHxHEIGHT, each from 200 to 16384 pixels, found 12x900");
  EXPECT_EQ(message({"--size", "1600"}),
            "--size: expected WIDTHxHEIGHT, each from 200 to 16384 pixels, found 1600");
  EXPECT_EQ(message({"--size", "99999999999x900"}),
            "--size: expected WIDTHxHEIGHT, each from 200 to 16384 pixels, found 99999999999x900");
  EXPECT_EQ(message({"--screenshot", "out.jpg"}),
            "--screenshot: expected a file ending in .png, found out.jpg");
  EXPECT_EQ(message({"a.gus", "--select", "-3"}),
            "--select: expected the number of a task, from 0, found -3");
  EXPECT_EQ(message({"--find", "gemm"}), "--find: expected a trace to search, found none");
  EXPECT_EQ(message({"--select", "3"}), "--select: expected a trace that has the task, found none");
  EXPECT_EQ(message({"--colour", "slack"}), "--colour: expected a trace to colour, found none");
  EXPECT_EQ(parse({"a.gus", "--colour", "slack"})->colour, "slack");
  EXPECT_EQ(message({"a.gus", "--graph", "edges"}), "--graph: expected tasks or data, found edges");
  EXPECT_EQ(message({"--graph", "data"}), "--graph: expected a trace to show, found none");
  EXPECT_EQ(message({"a.gus", "--fold", "level"}), "--fold: expected --graph as well, found none");
  EXPECT_EQ(parse({"a.gus", "--graph", "tasks", "--fold", "level"})->fold, "level");
  EXPECT_EQ(message({"--quit-after-first-picture"}),
            "--quit-after-first-picture: expected a trace to draw, found none");
  EXPECT_NE(message({"--no-such-option"}).find("no-such-option"), std::string::npos);
}

TEST(CommandLine, ActionsNeedATrace) {
  const auto line = parse_command_line({"gusset-viewer", "t.gus", "--do", "boxes", "--do", "fold all"});
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(line->actions, (std::vector<std::string>{"boxes", "fold all"}));
  const auto none = parse_command_line({"gusset-viewer", "--do", "boxes"});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message(), "--do: expected a trace to show, found none");
}

}  // namespace
}  // namespace gusset::viewer
