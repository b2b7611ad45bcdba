#pragma once
#include <chrono>
#include <cstdint>

namespace gusset::simulator {

/// One line on stderr that says how far a simulation is, where that is a terminal and the work takes long.
/// Gone when it ends.
class Progress {
 public:
  explicit Progress(bool is_wanted, std::chrono::milliseconds pause = std::chrono::milliseconds(200));
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Looks at the clock: to be called now and then.
  void update(std::uint64_t ended, std::uint64_t submitted) {
    if (is_shown_) show(ended, submitted);
  }
  void clear();

 private:
  void show(std::uint64_t ended, std::uint64_t submitted);

  bool is_shown_;
  std::chrono::milliseconds pause_;
  bool has_line_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace gusset::simulator
