// Counts the messages of a run independently of the engine. Like MPI's profiling tools, it is preloaded and
// intercepts calls to MPI. It only relies on what the engine's messages mean: the kinds of headers
// (wire.hpp), and that short messages use the first communicator that is duplicated, long ones the second.
//
// When MPI ends, each process writes the file COUNTS.RANK, where COUNTS is the value of the variable
// MESSAGE_COUNTS, with a line for each node that it exchanged messages with: that node's number, the messages
// and bytes of contents sent to it, and the messages and bytes received from it.
#include <mpi.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "messages/wire.hpp"

namespace {

using gusset::cluster::Header;
using gusset::cluster::Kind;

struct Counted {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
};

struct Peer {
  Counted sent;
  Counted received;
};

/// The offer of a version and the long message with its contents count as one message. Long messages also
/// answer `fetch`, which is not counted. An active message counts as one, with its arguments and its
/// contents, which a long message brings.
class Counter {
 public:
  void duplicated(MPI_Comm communicator) {
    const std::lock_guard guard(lock_);
    communicators_.push_back(communicator);
  }

  void sent(const void* text, int bytes, int to, int tag, MPI_Comm communicator) {
    const std::lock_guard guard(lock_);
    if (is_short(communicator)) {
      const Header header = header_of(text);
      count(peers_[to].sent, header, bytes);
      if (has_long_part(header)) asked_[{to, static_cast<int>(header.key)}].push_back(1);
      if (!asks_for_long(header)) return;
      // This process has called MPI_Irecv before it asks for the contents.
      const std::uint64_t contents = take(expected_[{to, static_cast<int>(header.key)}]);
      if (header.kind == Kind::want) peers_[to].received.bytes += contents;
    } else if (is_long(communicator)) {
      if (take(asked_[{to, tag}]) == 1) peers_[to].sent.bytes += static_cast<std::uint64_t>(bytes);
    }
  }

  void expects(int bytes, int from, int tag, MPI_Comm communicator) {
    const std::lock_guard guard(lock_);
    if (!is_long(communicator)) return;
    if (take(parts_[{from, tag}]) == 1) {
      peers_[from].received.bytes += static_cast<std::uint64_t>(bytes);
    } else {
      expected_[{from, tag}].push_back(static_cast<std::uint64_t>(bytes));
    }
  }

  void has_buffer(MPI_Request request, const void* text, MPI_Comm communicator) {
    const std::lock_guard guard(lock_);
    if (is_short(communicator)) buffers_[request] = text;
  }

  void completed(MPI_Request request, const MPI_Status& status) {
    int bytes = 0;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const std::lock_guard guard(lock_);
    const auto found = buffers_.find(request);
    if (found == buffers_.end()) return;
    const Header header = header_of(found->second);
    count(peers_[status.MPI_SOURCE].received, header, bytes);
    if (has_long_part(header)) parts_[{status.MPI_SOURCE, static_cast<int>(header.key)}].push_back(1);
    if (asks_for_long(header))
      asked_[{status.MPI_SOURCE, static_cast<int>(header.key)}].push_back(header.kind == Kind::want ? 1 : 0);
  }

  void write(int rank) {
    const std::lock_guard guard(lock_);
    const char* const name = std::getenv("MESSAGE_COUNTS");
    if (name == nullptr) return;
    std::ofstream file(name + ("." + std::to_string(rank)));
    for (const auto& [node, peer] : peers_) {
      file << node << ' ' << peer.sent.messages << ' ' << peer.sent.bytes << ' ' << peer.received.messages
           << ' ' << peer.received.bytes << '\n';
    }
  }

 private:
  bool is_short(MPI_Comm communicator) const {
    return !communicators_.empty() && communicator == communicators_[0];
  }
  bool is_long(MPI_Comm communicator) const {
    return communicators_.size() > 1 && communicator == communicators_[1];
  }

  static Header header_of(const void* text) {
    Header header;
    std::memcpy(&header, text, sizeof header);
    return header;
  }

  static bool asks_for_long(const Header& header) {
    return header.kind == Kind::want ||
           (header.kind == Kind::fetch && header.bytes > gusset::cluster::max_body_bytes);
  }

  /// Whether a long message follows an active message at once, with its contents or with long arguments.
  static bool has_long_part(const Header& header) {
    return header.kind == Kind::message &&
           (header.bytes > 0 || header.hash > gusset::cluster::max_body_bytes);
  }

  static void count(Counted& counted, const Header& header, int bytes) {
    if (header.kind != Kind::data && header.kind != Kind::offer && header.kind != Kind::failed &&
        header.kind != Kind::message)
      return;
    ++counted.messages;
    if (header.kind == Kind::data || header.kind == Kind::message)
      counted.bytes += static_cast<std::uint64_t>(bytes) - sizeof header;
  }

  /// Removes and returns the oldest value; 0 if there is none.
  static std::uint64_t take(std::deque<std::uint64_t>& values) {
    if (values.empty()) return 0;
    const std::uint64_t value = values.front();
    values.pop_front();
    return value;
  }

  using Long = std::pair<int, int>;  // the other node and the tag
  std::mutex lock_;
  std::vector<MPI_Comm> communicators_;
  std::map<int, Peer> peers_;
  std::map<MPI_Request, const void*> buffers_;          // of persistent receives
  std::map<Long, std::deque<std::uint64_t>> expected_;  // bytes of long messages, until they are asked for
  std::map<Long, std::deque<std::uint64_t>> asked_;     // whether contents are counted, until they are sent
  std::map<Long, std::deque<std::uint64_t>> parts_;     // 1 for a long part, until its receive starts
};

Counter& counter() {
  static Counter& only = *new Counter;  // never destroyed: MPI may end after the program's variables
  return only;
}

int size_of(int count, MPI_Datatype type) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  return count * bytes;
}

}  // namespace

extern "C" {

int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* copy) {
  const int code = PMPI_Comm_dup(communicator, copy);
  counter().duplicated(*copy);
  return code;
}

int MPI_Comm_idup(MPI_Comm communicator, MPI_Comm* copy, MPI_Request* request) {
  const int code = PMPI_Comm_idup(communicator, copy, request);
  counter().duplicated(*copy);
  return code;
}

int MPI_Isend(const void* text, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
              MPI_Request* request) {
  counter().sent(text, size_of(count, type), to, tag, communicator);
  return PMPI_Isend(text, count, type, to, tag, communicator, request);
}

int MPI_Issend(const void* text, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
               MPI_Request* request) {
  counter().sent(text, size_of(count, type), to, tag, communicator);
  return PMPI_Issend(text, count, type, to, tag, communicator, request);
}

int MPI_Send(const void* text, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  counter().sent(text, size_of(count, type), to, tag, communicator);
  return PMPI_Send(text, count, type, to, tag, communicator);
}

int MPI_Irecv(void* text, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
              MPI_Request* request) {
  counter().expects(size_of(count, type), from, tag, communicator);
  return PMPI_Irecv(text, count, type, from, tag, communicator, request);
}

int MPI_Recv_init(void* text, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                  MPI_Request* request) {
  const int code = PMPI_Recv_init(text, count, type, from, tag, communicator, request);
  counter().has_buffer(*request, text, communicator);
  return code;
}

int MPI_Test(MPI_Request* request, int* is_complete, MPI_Status* status) {
  const MPI_Request before = *request;
  MPI_Status own;
  const int code = PMPI_Test(request, is_complete, &own);
  if (status != MPI_STATUS_IGNORE) *status = own;
  if (*is_complete != 0) counter().completed(before, own);
  return code;
}

int MPI_Finalize() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  counter().write(rank);
  return PMPI_Finalize();
}
}
