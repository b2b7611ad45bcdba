#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace gusset::simulator {

Progress::Progress(bool is_wanted, std::chrono::milliseconds pause)
    : is_shown_(is_wanted && ::isatty(STDERR_FILENO) == 1),
      pause_(pause),
      last_(std::chrono::steady_clock::now()) {}

void Progress::show(std::uint64_t ended, std::uint64_t submitted) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < pause_) return;
  last_ = now;
  has_line_ = true;
  std::fprintf(stderr, "\rsimulate: %llu of %llu tasks\x1b[K", static_cast<unsigned long long>(ended),
               static_cast<unsigned long long>(submitted));
  std::fflush(stderr);
}

void Progress::clear() {
  if (!has_line_) return;
  has_line_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace gusset::simulator
