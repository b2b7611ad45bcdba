#include "gusset/viewer/model/state/saved_view.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::viewer {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* view_format = "gusset view";
constexpr std::uint64_t view_version = 1;
constexpr double highest_row = 400.0;
const std::map<RowOrder, std::string> order_names{
    {RowOrder::recorded, "recorded"}, {RowOrder::by_name, "name"}, {RowOrder::by_busy, "busy"}};

const std::map<traces::AlignAt, std::string> align_names{{traces::AlignAt::recorded, "recorded"},
                                                         {traces::AlignAt::first_task, "start"},
                                                         {traces::AlignAt::end, "end"},
                                                         {traces::AlignAt::task, "task"}};

const std::map<TaskShape, std::string> shape_names{{TaskShape::triangle, "triangle"},
                                                   {TaskShape::box, "box"}};

bool flag_of(const JsonField& object, const char* name, bool without) {
  const auto field = object.find(name);
  return field ? field->flag() : without;
}

template <class Value>
Value named(const JsonField& field, const std::map<Value, std::string>& names, const char* expected) {
  const std::string text = field.text();
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  throw field.expected(expected);
}

traces::Colour colour_of(const JsonField& field) {
  const std::string text = field.text();
  unsigned red = 0;
  unsigned green = 0;
  unsigned blue = 0;
  if (text.size() != 7 || std::sscanf(text.c_str(), "#%2x%2x%2x", &red, &green, &blue) != 3)
    throw field.expected("a colour such as #1a2b3c");
  return {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)};
}

// Files of earlier versions have no busy shares, pinned rows and aligned task.
SavedView::Panel panel_of(const JsonField& field) {
  SavedView::Panel panel;
  panel.checksum = field.at("checksum").text();
  panel.rows.order = named(field.at("order"), order_names, "the order recorded, name or busy");
  panel.rows.name = field.at("rows named").text();
  if (const auto busy = field.find("rows busy")) {
    const Result<BusyShares> shares = parse_busy_shares(busy->text());
    if (!shares) throw busy->expected(shares.error().expected);
    panel.rows.busy = shares.value();
  }
  for (const JsonField& node : field.at("folded nodes").list())
    panel.rows.folded.insert(traces::NodeId(node.small_count({0.0, 1e6, "the number of a node"})));
  if (const auto pinned = field.find("pinned lanes")) {
    for (const JsonField& lane : pinned->list())
      panel.rows.pinned.push_back(traces::LaneId(lane.small_count({0.0, 1e9, "the number of a lane"})));
  }
  if (const auto task = field.find("aligned_task")) {
    panel.aligned_task =
        traces::TaskId(task->small_count({0.0, traces::TaskId().value() - 1.0, "the number of a task"}));
  }
  return panel;
}

// Files of earlier versions have no sub-rows, arrows, messages or alignment.
SavedView view_of(const JsonField& field) {
  field.check_format(view_format, view_version);
  SavedView view;
  view.panels = field.at("traces").list_of(panel_of);
  if (view.panels.empty()) throw field.at("traces").expected("at least one trace");
  constexpr NumberRange time{-9e18, 9e18, "nanoseconds"};
  view.range.begin_ns = std::llround(field.at("begin_ns").number(time));
  view.range.end_ns = std::llround(field.at("end_ns").number(time));
  if (view.range.end_ns <= view.range.begin_ns) throw field.at("end_ns").expected("an end after the start");
  view.row_height = field.at("row_height").number({0.0, highest_row, "a height from 0 to 400"});
  view.shape = named(field.at("shape"), shape_names, "the shape triangle or box");
  view.tracks = field.at("tracks").flag();
  view.sub_rows = flag_of(field, "sub_rows", view.sub_rows);
  view.task_names = flag_of(field, "task_names", view.task_names);
  view.arrows.of_selection = flag_of(field, "arrows", view.arrows.of_selection);
  view.arrows.messages = flag_of(field, "messages", view.arrows.messages);
  if (const auto align = field.find("align"))
    view.align_at = named(*align, align_names, "the alignment recorded, start, end or task");
  view.own_scales = flag_of(field, "own_scales", view.own_scales);
  view.marks = field.at("marks").list_of([](const JsonField& mark) {
    const JsonField when = mark.at("time_ns");
    if (!when.value().is_number_integer()) throw when.expected("a whole number of nanoseconds");
    return Mark{when.value().get<std::int64_t>(), mark.at("note").text()};
  });
  std::sort(view.marks.begin(), view.marks.end());
  view.colour_by = field.at("colour_by").text();
  view.conditions = field.at("conditions").texts();
  for (std::string& name : field.at("hidden").texts()) view.hidden.insert(std::move(name));
  for (const auto& [name, colour] : field.at("colours").members())
    view.custom_colours[name] = colour_of(colour);
  return view;
}

}  // namespace

SavedView saved_view(const Timeline& timeline, const Session& session,
                     const std::vector<std::string>& checksums, ArrowsShown arrows) {
  const Appearance& appearance = session.appearance();
  SavedView view;
  for (std::size_t panel = 0; panel < checksums.size() && panel < timeline.arrangements().size(); ++panel)
    view.panels.push_back({checksums[panel], timeline.row_options(panel), {}});
  view.align_at = session.alignment().at;
  view.own_scales = session.alignment().own_scales;
  const std::vector<traces::TaskId>& tasks = session.alignment().tasks;
  for (std::size_t panel = 0; panel < std::min(view.panels.size(), tasks.size()); ++panel)
    view.panels[panel].aligned_task = tasks[panel];
  view.range = {std::llround(timeline.axis().begin_ns()), std::llround(timeline.axis().end_ns())};
  view.row_height = timeline.row_height();
  view.shape = timeline.shape();
  view.sub_rows = timeline.shows_sub_rows();
  view.task_names = timeline.shows_task_names();
  view.tracks = session.tracks().are_shown();
  view.arrows = arrows;
  view.marks = session.edits().marks;
  view.colour_by = traces::to_text(appearance.colour_by);
  view.conditions = appearance.conditions;
  view.hidden = appearance.hidden;
  view.custom_colours = appearance.custom_colours;
  return view;
}

void restore_view(Timeline& timeline, const SavedView& view, const std::vector<std::string>& checksums) {
  std::vector<RowOptions> rows(timeline.arrangements().size());
  for (std::size_t panel = 0; panel < rows.size(); ++panel) {
    const bool is_same = panel < view.panels.size() && panel < checksums.size() &&
                         view.panels[panel].checksum == checksums[panel];
    rows[panel] = is_same ? view.panels[panel].rows : timeline.row_options(panel);
  }
  timeline.set_shape(view.shape);
  timeline.show_sub_rows(view.sub_rows);
  timeline.show_task_names(view.task_names);
  timeline.restore_view(view.range, std::move(rows), view.row_height);
}

void restore_view(Session& session, const SavedView& view, const std::vector<std::string>& checksums) {
  const auto is_same = [](const SavedView::Panel& panel, const std::string& checksum) {
    return panel.checksum == checksum;
  };
  if (std::equal(view.panels.begin(), view.panels.end(), checksums.begin(), checksums.end(), is_same)) {
    traces::Alignment alignment{view.align_at, view.own_scales, {}};
    if (view.align_at == traces::AlignAt::task) {
      for (const SavedView::Panel& panel : view.panels) alignment.tasks.push_back(panel.aligned_task);
    }
    session.align(std::move(alignment));
  }
  Appearance next = session.appearance();
  next.conditions = view.conditions;
  next.hidden = view.hidden;
  next.custom_colours = view.custom_colours;
  for (const auto& loaded : session.document()->traces) {
    const auto by = traces::parse_colour_by(*loaded->trace, view.colour_by);
    if (!by) continue;
    next.colour_by = *by;
    break;
  }
  session.set_appearance(std::move(next));
  session.set_marks(view.marks);
  session.tracks().show(view.tracks);
}

std::string to_json(const SavedView& view) {
  Json json{{"format", view_format}, {"version", view_version}};
  json["traces"] = Json::array();
  for (const SavedView::Panel& panel : view.panels) {
    Json folded = Json::array();
    for (const traces::NodeId node : panel.rows.folded) folded.push_back(node.value());
    Json& one = json["traces"].emplace_back();
    one = {{"checksum", panel.checksum},
           {"order", order_names.at(panel.rows.order)},
           {"rows named", panel.rows.name},
           {"folded nodes", folded}};
    if (!panel.rows.busy.allows_all()) one["rows busy"] = to_text(panel.rows.busy);
    for (const traces::LaneId lane : panel.rows.pinned) one["pinned lanes"].push_back(lane.value());
    if (!panel.aligned_task.is_none()) one["aligned_task"] = panel.aligned_task.value();
  }
  json["begin_ns"] = view.range.begin_ns;
  json["end_ns"] = view.range.end_ns;
  json["row_height"] = view.row_height;
  json["shape"] = shape_names.at(view.shape);
  json["sub_rows"] = view.sub_rows;
  json["task_names"] = view.task_names;
  json["tracks"] = view.tracks;
  json["arrows"] = view.arrows.of_selection;
  json["messages"] = view.arrows.messages;
  json["align"] = align_names.at(view.align_at);
  json["own_scales"] = view.own_scales;
  json["marks"] = Json::array();
  for (const Mark& mark : view.marks)
    json["marks"].push_back({{"time_ns", mark.time_ns}, {"note", mark.note}});
  json["colour_by"] = view.colour_by;
  json["conditions"] = view.conditions;
  json["hidden"] = view.hidden;
  json["colours"] = Json::object();
  for (const auto& [name, colour] : view.custom_colours) json["colours"][name] = hex_text(colour);
  return json_text(json, 2) + "\n";
}

Result<SavedView> parse_saved_view(const std::string& text, const std::string& where) {
  return read_document(text, where, view_of);
}

std::filesystem::path view_file_beside(const std::filesystem::path& trace) {
  std::filesystem::path path = trace;
  path += ".view.json";
  return path;
}

std::filesystem::path view_file_in(const std::filesystem::path& state_folder,
                                   const std::filesystem::path& trace) {
  // The hash separates traces with the same name in different folders.
  const std::string whole = std::filesystem::absolute(trace).lexically_normal().string();
  std::filesystem::path name = trace.filename();
  name += "." + hex_text(XXH3_64bits(whole.data(), whole.size()), 16) + ".view.json";
  return state_folder / name;
}

Result<std::string> file_checksum(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::vector<char> block(std::size_t{1} << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    XXH3_64bits_update(state.get(), block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.eof()) return Error{path.string(), "a file that can be read", "none"};
  return hex_text(XXH3_64bits_digest(state.get()), 16);
}

}  // namespace gusset::viewer
