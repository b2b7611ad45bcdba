#include "gusset/viewer/model/document/document.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace gusset::viewer {
namespace {

void lay_side_by_side(Document& document, traces::Alignment alignment) {
  std::vector<traces::PlacedTrace> placed;
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    const LoadedTrace& loaded = document.panel(panel);
    traces::PlacedTrace& one = placed.emplace_back();
    one.end_ns = loaded.totals.makespan_ns;
    if (alignment.at == traces::AlignAt::first_task)
      one.first_begin_ns = traces::first_task_begin_ns(*loaded.trace);
    if (alignment.at != traces::AlignAt::task || panel >= alignment.tasks.size()) continue;
    const traces::TaskId task = alignment.tasks[panel];
    if (task.is_none()) continue;
    if (const auto range = document.range_of({panel, task})) one.task_begin_ns = range->begin_ns;
  }
  document.side_by_side = traces::side_by_side(alignment, placed);
  document.extent_ns = document.side_by_side.extent_ns;
  document.alignment = std::move(alignment);
}

constexpr int max_folders = 8;

// The file's name with up to `folders` of its parent folders.
std::string name_with_folders(const LoadedTrace& loaded, int folders) {
  if (!loaded.title.empty() || loaded.path.empty()) return loaded.name();
  std::filesystem::path name = loaded.path.filename();
  std::filesystem::path folder = loaded.path.parent_path();
  for (; folders > 0 && folder.has_filename(); --folders) {
    name = folder.filename() / name;
    folder = folder.parent_path();
  }
  return name.string();
}

template <class Name>
bool is_unique(const Document& document, std::size_t panel, Name name) {
  for (std::size_t other = 0; other < document.traces.size(); ++other) {
    if (other != panel && name(document.panel(other)) == name(document.panel(panel))) return false;
  }
  return true;
}

TimeRange rounded(double begin_ns, double end_ns) {
  return {std::llround(begin_ns), std::llround(end_ns)};
}

}  // namespace

std::string panel_name(const Document& document, std::size_t panel) {
  for (int folders = 0; folders <= max_folders; ++folders) {
    const auto name = [folders](const LoadedTrace& of) { return name_with_folders(of, folders); };
    if (is_unique(document, panel, name)) return name(document.panel(panel));
  }
  const std::string name = document.panel(panel).name();  // the same file twice, or no file
  std::size_t number = 1;
  for (std::size_t other = 0; other < panel; ++other) {
    if (document.panel(other).name() == name) ++number;
  }
  return number == 1 ? name : name + " (" + std::to_string(number) + ")";
}

std::string panel_title(const Document& document, std::size_t panel) {
  const LoadedTrace& loaded = document.panel(panel);
  const std::string program = loaded.program();
  if (is_unique(document, panel, [](const LoadedTrace& of) { return of.program(); })) return program;
  const std::string name = panel_name(document, panel);
  return program == loaded.name() ? name : program + " · " + name;
}

bool Document::has_only_graphs() const {
  return !empty() && std::all_of(traces.begin(), traces.end(),
                                 [](const auto& loaded) { return loaded->is_graph_only(); });
}

std::optional<std::size_t> newest_schedule(const Document& document) {
  if (document.empty() || !document.panel(0).is_graph_only()) return std::nullopt;
  for (std::size_t panel = document.traces.size(); panel-- > 0;) {
    if (!document.panel(panel).is_graph_only()) return panel;
  }
  return std::nullopt;
}

std::optional<TimeRange> Document::range_of(TaskReference task) const {
  if (!has(task)) return std::nullopt;
  const traces::TaskTimes& times = traces[task.panel]->times;
  if (times.begin_ns[task.task.value()] == traces::unknown_time) return std::nullopt;
  return TimeRange{times.begin_ns[task.task.value()], times.end_ns[task.task.value()]};
}

std::optional<RowReference> Document::row_of(TaskReference task) const {
  if (!has(task)) return std::nullopt;
  const std::optional<std::size_t> row = traces[task.panel]->row_of(task.task);
  return row ? std::optional(RowReference{task.panel, *row}) : std::nullopt;
}

TimeRange Document::on_axis(std::size_t panel, TimeRange own) const {
  const traces::Placement& placement = side_by_side.placements[panel];
  return rounded(placement.axis_from_own(static_cast<double>(own.begin_ns)),
                 placement.axis_from_own(static_cast<double>(own.end_ns)));
}

TimeRange Document::own_range(std::size_t panel, TimeRange on_axis) const {
  const traces::Placement& placement = side_by_side.placements[panel];
  return rounded(placement.own_from_axis(static_cast<double>(on_axis.begin_ns)),
                 placement.own_from_axis(static_cast<double>(on_axis.end_ns)));
}

std::shared_ptr<const Document> make_document(std::vector<std::shared_ptr<const LoadedTrace>> traces,
                                              Appearance appearance, traces::Alignment alignment) {
  auto document = std::make_shared<Document>();
  std::vector<CategoryColours::Source> sources;
  for (const auto& loaded : traces) {
    sources.push_back({loaded->trace.get(), loaded->colouring.get(), [&totals = loaded->category_totals] {
                         std::vector<std::int64_t> busy_ns;
                         for (const CategoryTotal& total : totals) busy_ns.push_back(total.busy_ns);
                         return busy_ns;
                       }});
  }
  document->colours = CategoryColours(sources, appearance.custom_colours, appearance.background);
  document->appearance = std::move(appearance);
  document->traces = std::move(traces);
  lay_side_by_side(*document, std::move(alignment));
  return document;
}

std::shared_ptr<const Document> aligned(const Document& document, traces::Alignment alignment) {
  auto next = std::make_shared<Document>(document);
  lay_side_by_side(*next, std::move(alignment));
  return next;
}

bool have_same_traces(const Document& a, const Document& b) {
  return std::equal(a.traces.begin(), a.traces.end(), b.traces.begin(), b.traces.end(),
                    [](const auto& one, const auto& other) { return one->trace == other->trace; });
}

std::string ruler_text(const Document& document) {
  const std::string from = traces::counted_from_text(document.alignment.at);
  if (!document.has_own_scales()) return from;
  return from.empty() ? "own scale" : "own scale, " + from;
}

double busy_share(const LoadedTrace& loaded, TimeRange range) {
  const std::size_t workers = loaded.trace->workers.size();
  if (range.duration_ns() <= 0 || workers == 0) return 0.0;
  std::vector<std::int64_t> busy(loaded.detail->categories(), 0);
  for (std::size_t row = 0; row < loaded.detail->rows(); ++row) {
    loaded.detail->add_busy_ns(row, range.begin_ns, range.end_ns, busy);
  }
  const auto all = static_cast<double>(std::accumulate(busy.begin(), busy.end(), std::int64_t{0}));
  return all / (static_cast<double>(range.duration_ns()) * static_cast<double>(workers));
}

}  // namespace gusset::viewer
