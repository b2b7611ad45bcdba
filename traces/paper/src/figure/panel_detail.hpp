#pragma once
#include <memory>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"

namespace gusset::paper {

/// What a panel's rows show at any scale.
struct PanelDetail : picture::TraceDetail {
  explicit PanelDetail(const Panel& panel);

  picture::ParentOutlines outlines;                ///< of tasks that ran around others
  std::unique_ptr<const traces::Traffic> traffic;  ///< null: messages are not drawn
};

/// How many depths the runs of any lane have.
std::size_t depths_of(const std::vector<PanelDetail>& details);

/// As paper::draw, of panels whose details are known: for several pictures of them.
Result<Done> draw(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                  const std::filesystem::path& path, const FigureOptions& options);

/// How large its panels' titles would be.
double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options);

/// The lanes that a panel draws, from the top.
std::vector<std::size_t> lanes_of(const Panel& panel);

}  // namespace gusset::paper
