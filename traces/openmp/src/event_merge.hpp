#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "recording.hpp"

namespace gusset::ompt {

/// Puts the events of all threads into one order: by time, and each thread's events in their own order. An
/// event without a time has the time of the event before it. At equal times a thread's events stay together,
/// except that an event that names an item waits for the other threads' events until one has created it.
///
/// Times that decrease within a thread, as in a damaged file, are raised. Drops what lies beyond the end of
/// an incomplete recording. Needs the same memory whatever the length of the recording.
class EventMerge {
 public:
  explicit EventMerge(EventSource& source);

  /// Takes the next event. Returns false at the end. Throws ConversionFailure.
  bool next();
  std::size_t thread() const { return current_; }
  /// The event, with its time in this order.
  const Event& event() const { return event_; }
  /// The latest time of any event, whether it was dropped or not.
  std::int64_t latest_ns() const { return latest_ns_; }

 private:
  struct Cursor {
    std::vector<Event> buffer;
    std::size_t next = 0;
    std::size_t count = 0;
    std::uint64_t time_ns = 0;  ///< of the next event, in this order
    std::uint64_t items = 0;    ///< how many items the thread has created
    bool is_done = false;
  };
  struct Head {
    std::uint64_t time_ns = 0;
    std::size_t thread = 0;
    friend auto operator<=>(const Head&, const Head&) = default;
  };

  void look_ahead(std::size_t thread);
  bool is_known(Number item) const;
  bool names_unknown_item(const Event& event) const;
  void prefer_events_of_known_items();
  void switch_to(std::size_t thread);

  EventSource& source_;
  std::uint32_t first_thread_;
  std::uint64_t last_ns_;  ///< later events are dropped
  std::vector<Cursor> cursors_;
  std::vector<Head> waiting_;  ///< a heap of the other threads' next events
  static constexpr std::size_t no_thread = ~std::size_t{0};
  std::size_t current_ = no_thread;
  Event event_;
  std::int64_t latest_ns_ = 0;
};

}  // namespace gusset::ompt
