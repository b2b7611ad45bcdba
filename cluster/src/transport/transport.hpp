#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "gusset/base/node_messages.hpp"

namespace gusset::cluster {

/// The most bytes of a short message.
inline constexpr std::size_t short_bytes = short_message_bytes;

/// Keys of long messages are below this number, the smallest range of tags that MPI guarantees.
inline constexpr std::uint32_t long_keys = 32768;
/// Receivers choose keys below this number, senders from this number on.
inline constexpr std::uint32_t receiver_keys = long_keys / 2;

/// Gets what Transport::poll finds. Both functions may call every member of the transport except `poll`.
class Receiver {
 public:
  /// A short message of another node or of this one. The text's memory is reused afterwards.
  virtual void received(unsigned from, std::span<const std::byte> text) = 0;
  /// `operation` is the argument of the call of send_long, receive_long or sum that is complete.
  virtual void completed(void* operation) = 0;

 protected:
  ~Receiver() = default;
};

/// Carries messages between the nodes of a run: processes connected by MPI, or threads of one process.
///
/// Only one thread at a time may call members; the caller locks mutex(). No call waits for another node,
/// except the destructor. A failure of the network ends the process with one line on standard error.
class Transport {
 public:
  /// All nodes destroy their transports, usually once everything that they started is complete: the
  /// destructor may wait for the other nodes. Sums and receives may be incomplete after a run that could not
  /// go on; their memory is not used afterwards. Call it without the mutex.
  virtual ~Transport() = default;

  /// The mutex to hold while calling the members below. All MPI transports of a process have the same one.
  virtual std::mutex& mutex() = 0;

  /// The number of this node, from 0.
  virtual unsigned node() const = 0;
  /// How many nodes there are.
  virtual unsigned nodes() const = 0;

  /// Sends a message of at most short_bytes; copies the text before it returns. The other node always accepts
  /// it. MPI delivers one node's messages in order, the loopback in any order: receivers must not depend on
  /// it.
  virtual void send(unsigned to, std::span<const std::byte> text) = 0;

  /// Sends straight from memory, which must stay unchanged until `completed(operation)`. Complete only after
  /// the other node has called receive_long with this key and the same number of bytes (at least 1). One of
  /// the two chooses the key, below long_keys, and sends it in a short message; the key must differ from
  /// those of all other messages from this node to that node that are not yet complete.
  ///
  /// MPI sends a limited number at a time. Others wait, so call this only for contents that the other node
  /// has asked for or will certainly receive without any further message from this node.
  virtual void send_long(unsigned to, std::uint32_t key, std::span<const std::byte> contents,
                         void* operation) = 0;
  /// Receives what send_long sends, straight into memory that nothing else may use until
  /// `completed(operation)`.
  virtual void receive_long(unsigned from, std::uint32_t key, std::span<std::byte> contents,
                            void* operation) = 0;

  /// Starts to add these values, element by element, over all nodes; on completion each node's `values` hold
  /// the sums. All nodes call this the same number of times, with equally many values. One sum at a time.
  virtual void sum(std::span<std::uint64_t> values, void* operation) = 0;

  /// Makes progress; tells the receiver of messages and of completed operations. Never blocks. Returns
  /// whether there were any.
  virtual bool poll(Receiver& receiver) = 0;

  /// Whether the program also calls MPI, and MPI allows only one thread at a time to do so. The caller then
  /// makes no calls while the program may.
  virtual bool is_shared() const = 0;
  /// Whether all that has been sent has left this process, and all that was started is complete.
  virtual bool is_idle() const = 0;

  /// Ends this process with this exit status (not 0) without informing the other nodes. The launcher then
  /// ends the others and can name this node. Does not return.
  [[noreturn]] virtual void abort(int status) = 0;

  /// Counts a short message that can let its receiver go on; the caller has sent it.
  void count_release() { releases_.fetch_add(1, std::memory_order_relaxed); }
  /// How many have been counted. Needs no mutex.
  std::uint64_t releases() const { return releases_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> releases_{0};
};

}  // namespace gusset::cluster
