#include "category_colours.hpp"

#include <cstdint>

#include "gusset/traces/analysis/time/statistics.hpp"

namespace gusset::paper {

CategoryColours colours_of(const std::vector<Panel>& panels, const std::map<std::string, Colour>& own) {
  std::vector<CategoryColours::Source> sources;
  for (const Panel& panel : panels) {
    sources.push_back({panel.trace.get(), panel.colouring.get(), [trace = panel.trace] {
                         std::vector<std::int64_t> busy_ns(trace->types.size());
                         for (const traces::TypeStatistics& type : traces::compute_statistics(*trace).types)
                           busy_ns[type.type.value()] += type.busy_ns;
                         return busy_ns;
                       }});
  }
  return CategoryColours(sources, own);
}

Colour tint_of(Colour colour, Colour background) {
  return mixed(background, colour, 0.25);
}

}  // namespace gusset::paper
