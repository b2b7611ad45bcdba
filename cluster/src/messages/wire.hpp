#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "transport/transport.hpp"

namespace gusset::cluster {

/// What a short message is about.
enum class Kind : std::uint32_t {
  data,      ///< a version of a handle; the contents follow the header
  offer,     ///< a version of a handle whose contents are long; the receiver asks for them with `want`
  want,      ///< asks for the contents of an offer: the receiver waits for a long message with this key
  failed,    ///< a version lost to a task's failure: its readers must be skipped; the failure follows
  reached,   ///< a handle has reached a version that a program waits for; a failure follows, if there is one
  fetch,     ///< asks for contents that the program reads outside of tasks
  fetched,   ///< short contents that were asked for
  failure,   ///< the failure that a node's wait has found
  clock,     ///< asks node 0 for its clock's time
  clocked,   ///< the answer
  compare,   ///< running hashes of the sender's program
  compared,  ///< the answer: where the programs differ
  stuck,     ///< the sender can't go on without messages
  broken,    ///< the run can't go on; a text follows
  message,   ///< an active message; its arguments follow, if they and the contents are not long
  ask,       ///< asks for tasks: a worker of the sender has none to run
  given,     ///< the answer: how many tasks the sender has moved to the node that asked
  moved,     ///< a task that the destination is to run; what it accesses follows
  result,    ///< a moved task has ended: the keys of the contents that it modified follow, or its failure
};

/// Whether a message of this kind can let its receiver go on. The others ask for tasks again and again, or
/// are about nodes that can't go on.
constexpr bool can_release(Kind kind) {
  switch (kind) {
    case Kind::ask:
    case Kind::given:
    case Kind::compare:
    case Kind::compared:
    case Kind::stuck:
    case Kind::broken:
      return false;
    default:
      return true;
  }
}

/// The head of each short message. All nodes of a run are processes of one program, so its bytes are sent as
/// they are. Messages that are not about a handle may carry other numbers in these fields.
struct Header {
  Kind kind = Kind::data;
  /// The handle's number in the HandleTable, or the number of an active message's kind.
  std::uint32_t handle = 0;
  std::uint32_t version = 0;
  std::uint32_t key = 0;        ///< key of the long message that goes with this one
  std::uint64_t bytes = 0;      ///< size of the contents in bytes; they may come in a long message
  std::uint64_t reference = 0;  ///< what the answer must repeat; of an active message: see ProgramPosition
  std::uint64_t event = 0;      ///< the sender's position in the program; of an active message: its number
  std::uint64_t hash = 0;  ///< hash of the program up to there; of an active message: bytes of its arguments
};

// Keys of long messages that the sender chooses. Receivers choose smaller keys (Messenger::next_key).
inline constexpr std::uint32_t first_message_key = receiver_keys;  ///< for active messages
inline constexpr std::uint32_t message_keys = 24;
inline constexpr std::uint32_t first_move_key = first_message_key + message_keys;  ///< for moved tasks

/// Names a version of a handle.
inline std::uint64_t key_of(std::uint32_t handle, std::uint32_t version) {
  return std::uint64_t{handle} << 32 | version;
}

inline constexpr std::size_t max_body_bytes = eager_bytes;
static_assert(sizeof(Header) == message_header_bytes);

/// Puts a header and a body of at most max_body_bytes into one message and sends it.
inline void send(Transport& transport, unsigned to, const Header& header,
                 std::span<const std::byte> body = {}) {
  std::byte text[short_bytes];
  std::memcpy(text, &header, sizeof header);
  if (!body.empty()) std::memcpy(text + sizeof header, body.data(), body.size());
  transport.send(to, {text, sizeof header + body.size()});
  if (can_release(header.kind)) transport.count_release();
}

/// The head of a message.
inline Header header_of(std::span<const std::byte> text) {
  Header header;
  std::memcpy(&header, text.data(), sizeof header);
  return header;
}

}  // namespace gusset::cluster
