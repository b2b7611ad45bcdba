#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace gusset::viewer {

/// Keeps a listener connected for as long as this object or a copy of it lives.
class Connection {
 public:
  Connection() = default;
  explicit Connection(std::shared_ptr<const void> listener) : listener_(std::move(listener)) {}

 private:
  std::shared_ptr<const void> listener_;
};
/// A listener's connections. Make it the listener's last member, so that no signal arrives during
/// destruction.
using Connections = std::vector<Connection>;

/// An event with any number of listeners, called in unspecified order. For one thread.
template <class... Arguments>
class Signal {
 public:
  Signal() = default;
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  /// Calls `listener` on every event while the returned connection lives. A listener takes the arguments or
  /// none.
  template <class Listener>
  [[nodiscard]] Connection connect(Listener listener) {
    std::erase_if(listeners_, [](const auto& known) { return known.expired(); });
    std::shared_ptr<const Call> call;
    if constexpr (std::is_invocable_v<Listener&, Arguments...>) {
      call = std::make_shared<const Call>(std::move(listener));
    } else {
      call = std::make_shared<const Call>([function = std::move(listener)](Arguments...) { function(); });
    }
    listeners_.push_back(call);
    return Connection(std::move(call));
  }

  void operator()(Arguments... arguments) const {
    // A listener may connect another listener, end a connection or destroy the signal, so iterate over a
    // copy.
    const std::vector<std::weak_ptr<const Call>> now = listeners_;
    for (const std::weak_ptr<const Call>& known : now) {
      if (const std::shared_ptr<const Call> call = known.lock()) (*call)(arguments...);
    }
  }

 private:
  using Call = std::function<void(Arguments...)>;
  std::vector<std::weak_ptr<const Call>> listeners_;
};

}  // namespace gusset::viewer
