#include "gusset/viewer/model/state/panel_tracks.hpp"

#include <algorithm>
#include <utility>

namespace gusset::viewer {
namespace {

const char* const tracks_slot = "tracks";

}  // namespace

void PanelTracks::show(bool shown) {
  if (shown == are_shown_) return;
  are_shown_ = shown;
  need();
}

void PanelTracks::restart() {
  known_.clear();  // the traces may be gone and their addresses reused
  jobs_.cancel(tracks_slot);
  need();
}

std::vector<PanelTracks::Tracks> PanelTracks::all() const {
  std::vector<Tracks> all;
  if (!are_shown_) return all;
  for (const auto& loaded : document_->traces) {
    const auto known = known_.find(loaded->trace.get());
    all.push_back(known == known_.end() ? nullptr : known->second);
  }
  return all;
}

void PanelTracks::need() {
  changed();
  const auto is_known = [this](const auto& loaded) { return known_.contains(loaded->trace.get()); };
  if (!are_shown_ || std::all_of(document_->traces.begin(), document_->traces.end(), is_known)) return;
  jobs_.start(
      tracks_slot,
      [document = document_](const JobRunner::Cancelled& cancelled) {
        Known known;
        for (const auto& loaded : document->traces) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          known[loaded->trace.get()] =
              std::make_shared<const std::vector<traces::Track>>(traces::tracks(*loaded->trace));
        }
        return known;
      },
      [this](Known known) {
        known_ = std::move(known);
        changed();
      });
}

}  // namespace gusset::viewer
