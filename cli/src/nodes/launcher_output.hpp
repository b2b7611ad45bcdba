#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "launcher.hpp"
#include "node_record.hpp"

namespace gusset::cli {

/// Sorts the lines that a launcher writes to standard error: records of `gusset run-node`, lines of the
/// programs ("node N: …"), and the launcher's own messages. Always passes on the programs' lines; passes on
/// the launcher's own messages only until a node fails, because later ones only repeat the failure, without
/// the node's number.
class LauncherOutput {
 public:
  explicit LauncherOutput(Launcher::Kind kind) : kind_(kind) {}

  /// Returns the lines to pass on, with line ends.
  std::string take(const std::string& line);
  /// Returns the launcher's last message if it is incomplete.
  std::string end();

  const std::map<unsigned, NodeStart>& starts() const { return starts_; }
  const std::map<unsigned, NodeEnd>& ends() const { return ends_; }
  /// Whether a node has failed.
  bool has_failed() const { return has_failed_; }
  /// Whether Open MPI has fewer slots than nodes. This message is not passed on.
  bool lacks_slots() const { return lacks_slots_; }
  /// Whether Open MPI refuses to start programs as root.
  bool refuses_root() const { return refuses_root_; }

 private:
  std::string take_own(const std::string& line);
  std::string take_message();

  Launcher::Kind kind_;
  std::map<unsigned, NodeStart> starts_;
  std::map<unsigned, NodeEnd> ends_;
  bool has_failed_ = false;
  bool lacks_slots_ = false;
  bool refuses_root_ = false;
  bool is_in_message_ = false;
  std::string message_;  ///< Open MPI's current message, between two lines of dashes
};

/// Removes from standard output what Hydra announces when a process fails.
class OutputWithoutAnnouncement {
 public:
  /// Returns the text to pass on, with line ends.
  std::string take(const std::string& line);
  /// Returns the text that was held back, when no more lines come.
  std::string end();

 private:
  bool is_muted_ = false;
  std::string held_;
};

}  // namespace gusset::cli
