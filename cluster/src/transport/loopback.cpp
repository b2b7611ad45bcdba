#include "transport/loopback.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <utility>

namespace gusset::cluster {
namespace {

/// What happens at a node's poll.
using Event = std::function<void(Receiver&)>;

/// One call of send_long and the receive_long that belongs to it; the second call completes the pair.
struct LongMessage {
  std::span<const std::byte> source;
  std::span<std::byte> destination;
  void* send = nullptr;
  void* receive = nullptr;
  bool is_sent = false;
  bool is_received = false;
};

/// What waits for one node's polls. The mutex guards all members.
struct Inbox {
  std::mutex mutex;
  std::uint64_t polls = 0;
  std::mt19937_64 random;
  std::multimap<std::uint64_t, Event> events;  ///< by the poll that delivers them; one poll's events in order
  std::map<std::pair<unsigned, std::uint32_t>, LongMessage> halves;  ///< by sender and key
};

/// One sum over all nodes.
struct Sum {
  struct Part {
    unsigned node;
    std::span<std::uint64_t> values;
    void* operation;
  };
  std::vector<Part> parts;  ///< one for each node that has started the sum
  std::vector<std::uint64_t> total;
};

class Network {
 public:
  Network(unsigned nodes, LoopbackOptions options) : options_(options), inboxes_(nodes) {
    for (unsigned node = 0; node < nodes; ++node) inboxes_[node].random.seed(options.seed * nodes + node);
  }

  unsigned nodes() const { return static_cast<unsigned>(inboxes_.size()); }

  void post(unsigned to, Event event) {
    const std::lock_guard lock(inboxes_[to].mutex);
    add(inboxes_[to], std::move(event));
  }

  /// Adds one call's half of a long message with `change`; delivers the message once it has both halves.
  template <class Change>
  void join(unsigned from, unsigned to, std::uint32_t key, Change change) {
    Inbox& inbox = inboxes_[to];
    const std::lock_guard lock(inbox.mutex);
    LongMessage& message = inbox.halves[{from, key}];
    change(message);
    if (!message.is_sent || !message.is_received) return;
    assert(message.source.size() == message.destination.size());
    add(inbox, [this, from, message](Receiver& receiver) {
      std::copy(message.source.begin(), message.source.end(), message.destination.begin());
      post(from, [operation = message.send](Receiver& sender) { sender.completed(operation); });
      receiver.completed(message.receive);
    });
    inbox.halves.erase({from, key});
  }

  /// Adds one node's part to the sum with this number. Each node counts its sums from 0.
  void join_sum(std::uint64_t number, Sum::Part part) {
    Sum sum;
    {
      const std::lock_guard lock(sums_mutex_);
      Sum& joined = sums_[number];
      joined.total.resize(part.values.size());
      for (std::size_t i = 0; i < part.values.size(); ++i) joined.total[i] += part.values[i];
      joined.parts.push_back(part);
      if (joined.parts.size() < inboxes_.size()) return;
      sum = std::move(joined);
      sums_.erase(number);
    }
    for (const Sum::Part& each : sum.parts) {
      post(each.node, [each, total = sum.total](Receiver& receiver) {
        std::copy(total.begin(), total.end(), each.values.begin());
        receiver.completed(each.operation);
      });
    }
  }

  /// The next event that is due at this poll of the node; null if there is none.
  Event take(unsigned node) {
    Inbox& inbox = inboxes_[node];
    const std::lock_guard lock(inbox.mutex);
    const auto first = inbox.events.begin();
    if (first == inbox.events.end() || first->first > inbox.polls) return nullptr;
    Event event = std::move(first->second);
    inbox.events.erase(first);
    return event;
  }

  void count_poll(unsigned node) {
    const std::lock_guard lock(inboxes_[node].mutex);
    ++inboxes_[node].polls;
  }

 private:
  void add(Inbox& inbox, Event event) const {
    const unsigned delay = std::uniform_int_distribution<unsigned>(0, options_.longest_delay)(inbox.random);
    inbox.events.emplace(inbox.polls + 1 + delay, std::move(event));
  }

  const LoopbackOptions options_;
  std::vector<Inbox> inboxes_;
  std::mutex sums_mutex_;
  std::map<std::uint64_t, Sum> sums_;  ///< unfinished sums, by number; guarded by sums_mutex_
};

class LoopbackNode final : public Transport {
 public:
  LoopbackNode(std::shared_ptr<Network> network, unsigned node) : network_(std::move(network)), node_(node) {}

  std::mutex& mutex() override { return mutex_; }
  unsigned node() const override { return node_; }
  unsigned nodes() const override { return network_->nodes(); }

  void send(unsigned to, std::span<const std::byte> text) override {
    assert(text.size() <= short_bytes);
    network_->post(to, [from = node_, copy = std::vector(text.begin(), text.end())](Receiver& receiver) {
      receiver.received(from, copy);
    });
  }

  void send_long(unsigned to, std::uint32_t key, std::span<const std::byte> contents,
                 void* operation) override {
    assert(key < long_keys && !contents.empty());
    network_->join(node_, to, key, [&](LongMessage& message) {
      assert(!message.is_sent && "two messages with one key");
      message.source = contents;
      message.send = operation;
      message.is_sent = true;
    });
  }

  void receive_long(unsigned from, std::uint32_t key, std::span<std::byte> contents,
                    void* operation) override {
    assert(key < long_keys && !contents.empty());
    network_->join(from, node_, key, [&](LongMessage& message) {
      assert(!message.is_received && "two messages with one key");
      message.destination = contents;
      message.receive = operation;
      message.is_received = true;
    });
  }

  void sum(std::span<std::uint64_t> values, void* operation) override {
    network_->join_sum(sums_++, {node_, values, operation});
  }

  bool poll(Receiver& receiver) override {
    network_->count_poll(node_);
    bool has_any = false;
    while (const Event event = network_->take(node_)) {
      event(receiver);
      has_any = true;
    }
    return has_any;
  }

  bool is_shared() const override { return false; }
  bool is_idle() const override { return true; }

  [[noreturn]] void abort(int status) override { std::_Exit(status); }

 private:
  const std::shared_ptr<Network> network_;
  const unsigned node_;
  std::mutex mutex_;
  std::uint64_t sums_ = 0;  ///< number of sums that this node has started
};

}  // namespace

std::vector<std::unique_ptr<Transport>> make_loopback(unsigned nodes, LoopbackOptions options) {
  const auto network = std::make_shared<Network>(nodes, options);
  std::vector<std::unique_ptr<Transport>> transports;
  for (unsigned node = 0; node < nodes; ++node)
    transports.push_back(std::make_unique<LoopbackNode>(network, node));
  return transports;
}

std::unique_ptr<Transport> make_solo() {
  return std::move(make_loopback(1).front());
}

}  // namespace gusset::cluster
