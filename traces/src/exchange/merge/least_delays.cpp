#include "least_delays.hpp"

#include <algorithm>

namespace gusset::traces::merge {

std::size_t DelayFinder::Hash::operator()(const Key& key) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t value :
       {key.handle, std::uint64_t{key.version}, std::uint64_t{key.from} << 32 | key.to}) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash * 0xbf58476d1ce4e5b9;
}

DelayFinder::Times* DelayFinder::times_of(const Key& key) {
  if (!is_kept(key)) return nullptr;
  Times& times = messages_[key];
  if (messages_.size() <= limit_) return &times;
  mask_ = mask_ * 2 + 1;
  std::erase_if(messages_, [this](const auto& message) { return !is_kept(message.first); });
  return is_kept(key) ? &messages_[key] : nullptr;
}

void DelayFinder::add_send(const Key& key, std::int64_t time_ns) {
  Times* const times = times_of(key);
  if (times == nullptr) return;
  times->send_ns = times->send_ns == unknown_time ? time_ns : std::min(times->send_ns, time_ns);
}

void DelayFinder::add_arrival(const Key& key, std::int64_t time_ns) {
  Times* const times = times_of(key);
  if (times != nullptr) times->arrival_ns = std::max(times->arrival_ns, time_ns);
}

LeastDelays DelayFinder::delays() const {
  LeastDelays delays;
  for (const auto& [key, times] : messages_) {
    if (times.send_ns == unknown_time || times.arrival_ns == unknown_time) continue;
    const auto delay = static_cast<double>(times.arrival_ns - times.send_ns);
    const auto [place, is_new] = delays.try_emplace({key.from, key.to}, delay);
    if (!is_new) place->second = std::min(place->second, delay);
  }
  return delays;
}

}  // namespace gusset::traces::merge
