#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>

namespace gusset::simulator {

/// One line on stderr that shows a simulation's progress if stderr is a terminal and the work takes long. The
/// destructor clears it.
class Progress {
 public:
  explicit Progress(bool is_wanted, std::chrono::milliseconds pause = std::chrono::milliseconds(200))
      : is_shown_(is_wanted && ::isatty(STDERR_FILENO) == 1),
        pause_(pause),
        last_(std::chrono::steady_clock::now()) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Checks the clock and may update the line. Call it regularly.
  void update(std::uint64_t ended, std::uint64_t submitted) {
    if (is_shown_) show(ended, submitted);
  }
  void clear() {
    if (!has_line_) return;
    has_line_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }

 private:
  void show(std::uint64_t ended, std::uint64_t submitted) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < pause_) return;
    last_ = now;
    has_line_ = true;
    std::fprintf(stderr, "\rsimulate: %llu of %llu tasks\x1b[K", static_cast<unsigned long long>(ended),
                 static_cast<unsigned long long>(submitted));
    std::fflush(stderr);
  }

  bool is_shown_;
  std::chrono::milliseconds pause_;
  bool has_line_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace gusset::simulator
