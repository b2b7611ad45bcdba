#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "transport/transport.hpp"

namespace gusset::cluster::testing {

/// Bytes that depend on all of the arguments.
inline std::vector<std::byte> pattern(unsigned from, unsigned to, std::uint32_t number, std::size_t bytes) {
  std::minstd_rand random((from * 1000 + to) * 1'000'000 + number + 1);
  std::vector<std::byte> text(bytes);
  for (std::byte& each : text) each = static_cast<std::byte>(random() >> 8);
  return text;
}

/// One node's part of an exchange: every node sends every node, itself included, `messages` short messages,
/// some of which announce a long one, and adds sums meanwhile. Contents depend only on sender, receiver and
/// number, so the receiver can check each byte. `problem` is the first problem.
class Exchange final : public Receiver {
 public:
  struct Size {
    std::uint32_t messages = 20;
    std::uint32_t long_every = 3;   ///< one in this many messages announces a long one
    std::size_t longest = 100'000;  ///< bytes of a long message
    std::uint32_t sums = 5;
  };

  Exchange(Transport& transport, Size size) : transport_(transport), size_(size) {}

  void start() {
    for (std::uint32_t number = 0; number < size_.messages; ++number)
      for (unsigned to = 0; to < transport_.nodes(); ++to) announce(to, number);
    start_sum();
  }

  bool poll() { return transport_.poll(*this); }

  bool is_done() const {
    return !problem.empty() || (received_ == transport_.nodes() * size_.messages && pending_ == 0 &&
                                long_received_ == transport_.nodes() * long_messages() &&
                                long_sent_ == long_received_ && sums_ == size_.sums);
  }

  void received(unsigned from, std::span<const std::byte> text) override {
    std::uint32_t number = 0;
    if (text.size() < sizeof number) return fail("a text without a number");
    std::memcpy(&number, text.data(), sizeof number);
    if (number >= asks) return start_send(from, number - asks);
    if (!numbers_.insert({from, number}).second) return fail("message twice");
    const auto expected =
        pattern(from, transport_.node(), number, short_size(from, transport_.node(), number));
    if (!std::equal(text.begin() + sizeof number, text.end(), expected.begin(), expected.end()))
      return fail("wrong text");
    ++received_;
    if (number % size_.long_every == 0) start_receive(from, number);
  }

  void completed(void* operation) override {
    auto* const done = static_cast<std::function<void()>*>(operation);
    (*done)();
    delete done;
  }

  std::string problem;

 private:
  static constexpr std::uint32_t asks = 1u << 20;  ///< numbers from here on ask for the long message

  std::uint32_t long_messages() const { return (size_.messages + size_.long_every - 1) / size_.long_every; }

  std::size_t short_size(unsigned from, unsigned to, std::uint32_t number) const {
    if (number % 5 == 0) return short_bytes - sizeof number;
    return (from * 31 + to * 17 + number * 7919) % (short_bytes - sizeof number);
  }
  std::size_t long_size(unsigned from, unsigned to, std::uint32_t number) const {
    return 1 + (from * 131 + to * 1717 + number * 79'190'007ull) % size_.longest;
  }

  void announce(unsigned to, std::uint32_t number) {
    auto text = pattern(transport_.node(), to, number, short_size(transport_.node(), to, number));
    text.insert(text.begin(), sizeof number, std::byte{});
    std::memcpy(text.data(), &number, sizeof number);
    transport_.send(to, text);
  }

  void* operation(std::function<void()> done) {
    ++pending_;
    return new std::function<void()>([this, done = std::move(done)] {
      --pending_;
      done();
    });
  }

  /// Receives, then asks for the contents.
  void start_receive(unsigned from, std::uint32_t number) {
    auto& memory = memory_[{from, number}];
    memory.resize(long_size(from, transport_.node(), number));
    transport_.receive_long(from, number, memory, operation([this, from, number] {
                              if (memory_[{from, number}] !=
                                  pattern(from, transport_.node(), number, memory_[{from, number}].size()))
                                fail("wrong contents");
                              ++long_received_;
                            }));
    std::array<std::byte, sizeof number> text;
    const std::uint32_t ask = asks + number;
    std::memcpy(text.data(), &ask, sizeof ask);
    transport_.send(from, text);
  }

  void start_send(unsigned to, std::uint32_t number) {
    auto& contents = sent_[{to, number}];
    contents = pattern(transport_.node(), to, number, long_size(transport_.node(), to, number));
    transport_.send_long(to, number, contents, operation([this, to, number] {
                           sent_.erase({to, number});
                           ++long_sent_;
                         }));
  }

  void start_sum() {
    values_ = {transport_.node(), sums_, ~std::uint64_t{0}};
    transport_.sum(values_, operation([this] {
                     const std::uint64_t nodes = transport_.nodes();
                     if (values_ != std::vector<std::uint64_t>{nodes * (nodes - 1) / 2, nodes * sums_,
                                                               ~std::uint64_t{0} * nodes})
                       fail("wrong sum");
                     if (++sums_ < size_.sums) start_sum();
                   }));
  }

  void fail(const std::string& what) {
    if (problem.empty()) problem = "node " + std::to_string(transport_.node()) + ": " + what;
  }

  using Pair = std::pair<unsigned, std::uint32_t>;  // the other node and the message's number
  Transport& transport_;
  const Size size_;
  std::set<Pair> numbers_;
  std::map<Pair, std::vector<std::byte>> memory_;
  std::map<Pair, std::vector<std::byte>> sent_;
  std::vector<std::uint64_t> values_;
  std::uint32_t received_ = 0;
  std::uint32_t long_received_ = 0;
  std::uint32_t long_sent_ = 0;
  std::uint32_t sums_ = 0;
  std::size_t pending_ = 0;
};

}  // namespace gusset::cluster::testing
