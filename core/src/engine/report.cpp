#include "engine/report.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "gusset/base/quoting.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::detail {

namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Also returns true if nobody asked for a handshake.
bool append_to_handshake(const std::string& line) {
  const char* const path = std::getenv("GUSSET_HANDSHAKE");
  if (path == nullptr) return true;
  std::FILE* const file = std::fopen(path, "a");
  if (file == nullptr) return false;
  const bool is_written = std::fputs(("gusset 1 " + line + "\n").c_str(), file) >= 0;
  return std::fclose(file) == 0 && is_written;
}

}  // namespace

void print_error(std::string message) {
  const std::string line = "gusset: " + printable(one_line(std::move(message))) + "\n";
  std::fputs(line.c_str(), stderr);
}

void announce_ready(const std::string& engine) {
  if (append_to_handshake("ready " + engine)) return;
  throw ConfigurationError("GUSSET_HANDSHAKE", "a file that can be written",
                           "\"" + std::string(std::getenv("GUSSET_HANDSHAKE")) + "\"");
}

void announce_finished() {
  append_to_handshake("finished");  // if this fails, whoever waits for the line reports that it is missing
}

void end_program(const std::string& message, int status) {
  std::fflush(stdout);
  print_error(message);
  append_to_handshake("error " + one_line(message));  // if this fails, stderr has the message
  std::quick_exit(status);  // exit would destroy what the workers still use
}

}  // namespace gusset::detail
