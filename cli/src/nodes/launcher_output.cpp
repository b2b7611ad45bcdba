#include "launcher_output.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace gusset::cli {
namespace {

constexpr std::size_t shortest_rule = 60;

bool is_rule(const std::string& line, char letter) {
  return line.size() >= shortest_rule &&
         std::all_of(line.begin(), line.end(), [letter](char c) { return c == letter; });
}

// "node 12: …".
bool is_program_line(const std::string& line) {
  constexpr std::string_view begin = "node ";
  if (!line.starts_with(begin)) return false;
  const std::size_t colon = line.find_first_not_of("0123456789", begin.size());
  return colon != std::string::npos && colon > begin.size() && line[colon] == ':';
}

}  // namespace

std::string LauncherOutput::take(const std::string& line) {
  if (const auto start = read_node_start(line)) {
    starts_[start->node] = *start;
    return {};
  }
  if (const auto end = read_node_end(line)) {
    ends_[end->node] = *end;
    has_failed_ = has_failed_ || !end->is_good();
    return {};
  }
  return is_program_line(line) ? line + "\n" : take_own(line);
}

std::string LauncherOutput::take_own(const std::string& line) {
  if (kind_ != Launcher::Kind::openmpi) return has_failed_ ? "" : line + "\n";
  const bool is_edge = is_rule(line, '-');
  if (!is_edge && !is_in_message_) return has_failed_ ? "" : line + "\n";
  message_ += line + "\n";
  if (!is_edge) return {};
  is_in_message_ = !is_in_message_;
  return is_in_message_ ? "" : take_message();
}

std::string LauncherOutput::take_message() {
  const std::string message = std::move(message_);
  message_.clear();
  const auto has = [&message](std::string_view words) { return message.find(words) != std::string::npos; };
  const bool is_about_slots = has("not enough slots available");
  lacks_slots_ = lacks_slots_ || is_about_slots;
  refuses_root_ = refuses_root_ || has("attempt to run as root");
  return has_failed_ || is_about_slots ? "" : message;
}

std::string LauncherOutput::end() {
  is_in_message_ = false;
  return take_message();
}

std::string OutputWithoutAnnouncement::take(const std::string& line) {
  if (is_muted_) {
    if (line.starts_with("Please see the FAQ page")) is_muted_ = false;
    return {};
  }
  if (!held_.empty() && line.starts_with("=   BAD TERMINATION")) {
    held_.clear();
    is_muted_ = true;
    return {};
  }
  std::string text = end();
  if (is_rule(line, '=')) {
    held_ = line + "\n";
    return text;
  }
  return text + line + "\n";
}

std::string OutputWithoutAnnouncement::end() {
  std::string text = std::move(held_);
  held_.clear();
  return text;
}

}  // namespace gusset::cli
