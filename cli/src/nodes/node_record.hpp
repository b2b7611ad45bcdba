#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace gusset::cli {

// What `gusset run-node` reports to `gusset run` about the program of one node. Each record is one line of
// standard error, because every launcher passes standard error on, also between hosts that share no files.

/// The program is about to start.
struct NodeStart {
  unsigned node = 0;
  std::string host;
  unsigned threads = 0;
  bool operator==(const NodeStart&) const = default;
};

/// The program has ended.
struct NodeEnd {
  unsigned node = 0;
  int exit_status = 0;         ///< valid unless a signal ended the program
  int signal = 0;              ///< the signal that ended the program, or 0
  bool was_stopped = false;    ///< whether the launcher stopped it, because of another node
  std::int64_t time_ns = 0;    ///< when it ended: since 1970, by the host's clock
  std::uint64_t runtimes = 0;  ///< runtimes that began
  std::uint64_t finished = 0;  ///< runtimes that ended as they should
  std::string engine;          ///< the last engine that is not "distribute"; empty if there was none
  std::string refusal;         ///< why the runtime ended the program, or why it did not start; else empty
  bool lost_peer = false;      ///< whether MPI said that it ended the program because a peer was gone
  bool operator==(const NodeEnd&) const = default;

  bool is_good() const {
    return exit_status == 0 && signal == 0 && runtimes > 0 && finished == runtimes && engine.empty();
  }
};

/// The record as one line, without a line end.
std::string record_line(const NodeStart& start);
std::string record_line(const NodeEnd& end);

/// Reads the record in a line. Nothing if the line is anything else, such as text of a program.
std::optional<NodeStart> read_node_start(const std::string& line);
std::optional<NodeEnd> read_node_end(const std::string& line);

}  // namespace gusset::cli
