#include "predict/progress.hpp"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "simulate.hpp"

namespace gusset::simulator {
namespace {

constexpr std::chrono::milliseconds at_once(0);

void work(bool is_wanted) {
  Progress progress(is_wanted, at_once);
  for (const std::uint64_t tasks : {1024u, 2048u}) progress.update(tasks, 5000);
}

/// Returns what `call` writes to a stderr that is a terminal.
template <class Call>
std::string on_terminal(Call&& call) {
  int master = -1;
  int slave = -1;
  if (::openpty(&master, &slave, nullptr, nullptr, nullptr) != 0) {
    ADD_FAILURE() << "no terminal";
    return {};
  }
  const int saved = ::dup(STDERR_FILENO);
  ::dup2(slave, STDERR_FILENO);
  call();
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
  // Ensures that the read below always ends.
  EXPECT_EQ(::write(slave, "|", 1), 1);
  std::string text;
  char buffer[256];
  while (text.find('|') == std::string::npos) {
    const auto got = ::read(master, buffer, sizeof buffer);
    if (got <= 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(slave);
  ::close(master);
  return text;
}

TEST(Progress, ShowsOneLineOnATerminalAndClearsIt) {
  EXPECT_EQ(on_terminal([] { work(true); }),
            "\rsimulate: 1024 of 5000 tasks\x1b[K\rsimulate: 2048 of 5000 tasks\x1b[K\r\x1b[K|");
}

TEST(Progress, ShowsNothingWhenSwitchedOff) {
  EXPECT_EQ(on_terminal([] { work(false); }), "|");
}

TEST(Progress, ShowsNothingInAFile) {
  ::testing::internal::CaptureStderr();
  work(true);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace gusset::simulator
