#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"

namespace gusset::figure {

/// What a panel's rows show at any scale.
struct PanelDetail {
  explicit PanelDetail(const Panel& panel);

  /// Of the tasks that are shown.
  const traces::LevelOfDetail& visible() const { return shown ? *shown : all; }
  /// Busy time of each category in [from, to) over the panel's lanes, of the tasks that are shown.
  std::vector<std::int64_t> busy_ns(const Panel& panel, std::int64_t from_ns, std::int64_t to_ns) const;
  /// The same of all tasks together, shown or not.
  std::int64_t all_busy_ns(const Panel& panel, std::int64_t from_ns, std::int64_t to_ns) const;

  traces::LevelOfDetail all;
  std::unique_ptr<const traces::LevelOfDetail> shown;  ///< null: all are
  traces::Nesting nesting;
  /// Of the tasks that are shown, by depth; none: nothing nests.
  std::vector<traces::LevelOfDetail> sub_rows;
  picture::ParentOutlines outlines;                ///< of tasks that ran around others
  std::unique_ptr<const traces::Traffic> traffic;  ///< null: messages are not drawn
};

/// How many depths the runs of any lane have.
std::size_t depths_of(const std::vector<PanelDetail>& details);

/// As figure::draw, of panels whose details are known: for several pictures of them.
Result<Done> draw(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                  const std::filesystem::path& path, const FigureOptions& options);

/// How large its panels' titles would be.
double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options);

/// The lanes that a panel draws, from the top.
std::vector<std::size_t> lanes_of(const Panel& panel);

}  // namespace gusset::figure
