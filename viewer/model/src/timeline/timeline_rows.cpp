// Which rows a timeline shows, in what order, and how high.
#include <algorithm>
#include <utility>

#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

void Timeline::order_rows(RowOrder order) {
  change_each_row_options([&](RowOptions& options) { options.order = order; });
}

void Timeline::filter_rows(const std::string& name) {
  change_each_row_options([&](RowOptions& options) { options.name = name; });
}

void Timeline::filter_rows(const BusyShares& busy) {
  change_each_row_options([&](RowOptions& options) { options.busy = busy; });
}

void Timeline::show_all_rows() {
  change_each_row_options([](RowOptions& options) {
    options.name.clear();
    options.busy = {};
  });
}

void Timeline::pin(const std::vector<RowReference>& rows, bool pinned) {
  std::vector<RowOptions> options = row_options_;
  for (const RowReference& row : rows) {
    if (row.panel >= options.size() || row.row >= document_->panel(row.panel).rows.size()) continue;
    std::vector<traces::LaneId>& lanes = options[row.panel].pinned;
    const traces::LaneId lane = document_->panel(row.panel).rows[row.row].lane;
    const auto found = std::find(lanes.begin(), lanes.end(), lane);
    if (pinned && found == lanes.end()) lanes.push_back(lane);
    if (!pinned && found != lanes.end()) lanes.erase(found);
  }
  change_rows(std::move(options));
}

void Timeline::unpin_all() {
  change_each_row_options([](RowOptions& options) { options.pinned.clear(); });
}

bool Timeline::is_pinned(RowReference row) const {
  if (row.panel >= arrangements_.size()) return false;
  const std::optional<std::size_t> place = arrangements_[row.panel].place_of(row.row);
  return place && arrangements_[row.panel].rows()[*place].pinned;
}

std::size_t Timeline::pinned_rows() const {
  std::size_t count = 0;
  for (const RowArrangement& arrangement : arrangements_) count += arrangement.pinned_rows();
  return count;
}

void Timeline::fold(std::size_t panel, traces::NodeId node, bool folded) {
  if (panel >= row_options_.size()) return;
  std::vector<RowOptions> rows = row_options_;
  if (folded) {
    rows[panel].folded.insert(node);
  } else {
    rows[panel].folded.erase(node);
  }
  change_rows(std::move(rows));
}

void Timeline::fold_all(bool folded) {
  std::vector<RowOptions> rows = row_options_;
  for (std::size_t panel = 0; panel < rows.size(); ++panel) {
    rows[panel].folded.clear();
    if (!folded || document_->panel(panel).node_row_counts.size() < 2) continue;
    for (const Row& row : document_->panel(panel).rows) rows[panel].folded.insert(row.node);
  }
  change_rows(std::move(rows));
}

bool Timeline::has_nodes_to_fold() const {
  return std::any_of(document_->traces.begin(), document_->traces.end(),
                     [](const auto& loaded) { return loaded->node_row_counts.size() > 1; });
}

bool Timeline::all_folded() const {
  for (std::size_t panel = 0; panel < row_options_.size(); ++panel) {
    const std::size_t nodes = document_->panel(panel).node_row_counts.size();
    if (nodes > 1 && row_options_[panel].folded.size() < nodes) return false;
  }
  return has_nodes_to_fold();
}

void Timeline::scale_rows(double factor) {
  constexpr double least = 3.0;
  constexpr double most = 400.0;
  if (layout_.panels() == 0) return;
  row_height_ = std::clamp(layout_.row_height(0) / scale_ * factor, least, most);
  lay_out();
}

void Timeline::fit_rows() {
  if (row_height_ == 0.0) return;
  row_height_ = 0.0;
  lay_out();
}

void Timeline::change_each_row_options(const std::function<void(RowOptions&)>& edit) {
  std::vector<RowOptions> rows = row_options_;
  std::for_each(rows.begin(), rows.end(), edit);
  change_rows(std::move(rows));
}

void Timeline::change_rows(std::vector<RowOptions> rows) {
  if (rows == row_options_) return;
  end_gesture();
  history_.before_change(state());
  end_gesture();
  row_options_ = std::move(rows);
  arrange();
  lay_out();
}

void Timeline::tabulate_rows() {
  row_tables_.clear();
  for (std::size_t panel = 0; panel < layout_.panels(); ++panel) {
    const LoadedTrace& loaded = document_->panel(panel);
    const RowArrangement& arrangement = arrangements_[panel];
    auto table = std::make_shared<picture::RowTable>();
    std::vector<std::size_t> lanes;
    for (const ShownRow& shown : arrangement.rows()) {
      lanes.clear();
      for (const std::size_t row : shown.rows) lanes.push_back(loaded.rows[row].lane.value());
      const Stretch track = track_of_row(layout_.row({panel, table->rows().size()}, 0), scale_);
      table->add_row(lanes, shown.folded, track, shown.folded ? 1 : sub_rows({panel, shown.rows.front()}));
    }
    for (std::size_t node = 0; node < arrangement.node_row_counts().size(); ++node) {
      const ShownRow& first = arrangement.rows()[layout_.rows_of_node(panel, node).first];
      table->nodes[first.node] = layout_.node(panel, node, 0);
    }
    // A node whose rows are all pinned is where the first of them is.
    for (std::size_t place = 0; place < arrangement.pinned_rows(); ++place)
      table->nodes.try_emplace(arrangement.rows()[place].node, layout_.row({panel, place}, 0));
    row_tables_.push_back(std::move(table));
  }
}

}  // namespace gusset::viewer
