#include "vite.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/child_process.hpp"
#include "bench/process_usage.hpp"

namespace gusset::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto poll_interval = std::chrono::milliseconds(20);
constexpr auto idle_after = std::chrono::milliseconds(1500);
constexpr auto time_limit = std::chrono::minutes(10);

bool is_installed(const std::string& program) {
  for (const char* folder : {"/usr/bin", "/usr/local/bin", "/usr/games"})
    if (fs::exists(fs::path(folder) / program)) return true;
  return false;
}

// The processor time of a process so far, in clock ticks; nothing if the process is gone.
std::optional<long> ticks_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  // The name in parentheses may contain anything. The state follows it, and the user time 11 fields later.
  std::size_t at = text.rfind(')');
  for (int field = 0; field < 12 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
  if (at == std::string::npos) return std::nullopt;
  std::size_t used = 0;
  const long user = std::stol(text.substr(at), &used);
  return user + std::stol(text.substr(at + used));
}

// The process id that the shell wrote before it became the program.
std::optional<pid_t> pid_in(const fs::path& file) {
  pid_t process = 0;
  std::ifstream in(file);
  if (in >> process) return process;
  return std::nullopt;
}

}  // namespace

std::optional<Opening> open_in_vite(const fs::path& paje) {
  if (!is_installed("vite") || !is_installed("xvfb-run")) return std::nullopt;
  const fs::path pid_file = paje.string() + ".pid";
  const pid_t group =
      start_child({"xvfb-run", "-a", "-s", "-screen 0 1600x900x24", "env", "QT_QPA_PLATFORM=xcb", "sh", "-c",
                   "echo $$ > \"$0\"; exec vite \"$1\"", pid_file.string(), paje.string()});
  std::optional<pid_t> vite;
  Clock::time_point begin = Clock::now();
  const Clock::time_point latest = begin + time_limit;
  Clock::time_point last_work = begin;
  long ticks = 0;
  Opening opening;
  bool ended = false;
  while (!ended && Clock::now() < latest && Clock::now() - last_work < idle_after) {
    std::this_thread::sleep_for(poll_interval);
    if (!vite) {
      vite = pid_in(pid_file);
      begin = last_work = Clock::now();
      continue;
    }
    const std::optional<long> now = ticks_of(*vite);
    ended = !now;
    if (now && *now != ticks) {
      ticks = *now;
      last_work = Clock::now();
      opening.peak_mb = static_cast<double>(status_bytes("VmHWM", *vite)) / 1e6;
    }
  }
  kill(-group, SIGTERM);
  waitpid(group, nullptr, 0);
  fs::remove(pid_file);
  if (ended)
    throw std::runtime_error("vite: expected a window with " + paje.string() + ", found that it exited");
  if (Clock::now() >= latest)
    throw std::runtime_error("vite: expected it to become idle within ten minutes, found it busy");
  opening.seconds = std::chrono::duration<double>(last_work - begin).count();
  return opening;
}

}  // namespace gusset::bench
