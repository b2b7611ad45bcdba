#include "lod_pieces.hpp"

#include <limits>

#include "model/exclusive_time.hpp"

namespace gusset::traces::lod {

Pieces::Pieces(const SpanColumns& spans, const RunFilter& filter) {
  if (filter.takes_all() && is_flat(spans)) {
    begin_ns_ = spans.begin_ns;
    end_ns_ = spans.end_ns;
    return;
  }
  copied_ = true;
  flatten(spans, filter);
  begin_ns_ = own_begin_ns_;
  end_ns_ = own_end_ns_;
}

bool Pieces::is_flat(const SpanColumns& spans) const {
  std::int64_t previous_end_ns = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans.kind[i] != SpanKind::run || spans.begin_ns[i] < previous_end_ns ||
        spans.end_ns[i] <= spans.begin_ns[i]) {
      return false;
    }
    previous_end_ns = spans.end_ns[i];
  }
  return true;
}

void Pieces::flatten(const SpanColumns& spans, const RunFilter& filter) {
  for_each_exclusive(spans, [&](std::size_t span, std::int64_t begin_ns, std::int64_t end_ns) {
    if (spans.kind[span] != SpanKind::run || !filter.takes(spans, span)) return;
    if (begin_ns == end_ns) {
      instants_.push_back(span);
    } else if (!own_span_.empty() && own_span_.back() == span && own_end_ns_.back() == begin_ns) {
      own_end_ns_.back() = end_ns;  // the interruption took no time
    } else {
      own_begin_ns_.push_back(begin_ns);
      own_end_ns_.push_back(end_ns);
      own_span_.push_back(static_cast<std::uint32_t>(span));
    }
  });
}

std::size_t Pieces::memory_bytes() const {
  return (own_begin_ns_.capacity() + own_end_ns_.capacity()) * sizeof(std::int64_t) +
         own_span_.capacity() * sizeof(std::uint32_t) + instants_.capacity() * sizeof(std::size_t);
}

}  // namespace gusset::traces::lod
