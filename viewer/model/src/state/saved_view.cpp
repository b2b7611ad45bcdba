#include "gusset/viewer/model/state/saved_view.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

namespace gusset::viewer {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* view_format = "gusset view";
constexpr int view_version = 1;
constexpr double highest_row = 400.0;
const std::map<RowOrder, std::string> order_names{
    {RowOrder::recorded, "recorded"}, {RowOrder::by_name, "name"}, {RowOrder::by_busy, "busy"}};

const std::map<traces::AlignAt, std::string> align_names{{traces::AlignAt::recorded, "recorded"},
                                                         {traces::AlignAt::first_task, "start"},
                                                         {traces::AlignAt::end, "end"},
                                                         {traces::AlignAt::task, "task"}};

std::string hex(std::uint64_t number, int digits) {
  char text[20];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(number));
  return text;
}

std::string colour_text(const traces::Colour& colour) {
  return "#" + hex(colour.red, 2) + hex(colour.green, 2) + hex(colour.blue, 2);
}

// What is wrong in a document, by name; the caller makes an error of it.
struct Refusal {
  std::string expected;
  std::string found;
};

[[noreturn]] void refuse(const std::string& expected, const Json& found) {
  throw Refusal{expected, found.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60)};
}

const Json& member(const Json& object, const char* name) {
  static const Json nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

std::string text_of(const Json& json, const char* what) {
  if (!json.is_string()) refuse(std::string(what) + " as text", json);
  return json.get<std::string>();
}

double number_of(const Json& json, const char* what, double least, double most) {
  const double number = json.is_number() ? json.get<double>() : std::nan("");
  if (!(number >= least && number <= most)) refuse(std::string(what) + " as a number in range", json);
  return number;
}

// Files of before there was such a thing have none.
bool flag_of(const Json& object, const char* name, bool without) {
  const Json& flag = member(object, name);
  if (flag.is_null()) return without;
  if (!flag.is_boolean()) refuse(std::string(name) + " as true or false", flag);
  return flag.get<bool>();
}

std::vector<std::string> texts_of(const Json& json, const char* what) {
  if (!json.is_array()) refuse(std::string(what) + " as a list", json);
  std::vector<std::string> texts;
  for (const Json& item : json) texts.push_back(text_of(item, what));
  return texts;
}

traces::Colour colour_of(const Json& json) {
  const std::string text = text_of(json, "a colour");
  unsigned red = 0;
  unsigned green = 0;
  unsigned blue = 0;
  if (text.size() != 7 || std::sscanf(text.c_str(), "#%2x%2x%2x", &red, &green, &blue) != 3)
    refuse("a colour such as #1a2b3c", json);
  return {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)};
}

// Files of before traces could be aligned have none.
void read_alignment(const Json& json, SavedView& view) {
  if (const Json& align = member(json, "align"); !align.is_null()) {
    const std::string at = text_of(align, "the alignment");
    const auto known = std::find_if(align_names.begin(), align_names.end(),
                                    [&](const auto& name) { return name.second == at; });
    if (known == align_names.end()) refuse("the alignment recorded, start, end or task", align);
    view.align_at = known->first;
  }
  view.own_scales = flag_of(json, "own_scales", view.own_scales);
}

SavedView::Panel panel_of(const Json& json) {
  if (!json.is_object()) refuse("a trace as an object", json);
  SavedView::Panel panel;
  panel.checksum = text_of(member(json, "checksum"), "a checksum");
  const std::string order = text_of(member(json, "order"), "the order of rows");
  const auto known = std::find_if(order_names.begin(), order_names.end(),
                                  [&](const auto& name) { return name.second == order; });
  if (known == order_names.end()) refuse("the order recorded, name or busy", member(json, "order"));
  panel.rows.order = known->first;
  panel.rows.name = text_of(member(json, "rows named"), "the filter of rows");
  if (const Json& busy = member(json, "rows busy"); !busy.is_null()) {  // older files have none
    const Result<BusyShares> shares = parse_busy_shares(text_of(busy, "the busy shares of rows"));
    if (!shares) refuse(shares.error().expected, busy);
    panel.rows.busy = shares.value();
  }
  const Json& folded = member(json, "folded nodes");
  if (!folded.is_array()) refuse("folded nodes as a list", folded);
  for (const Json& node : folded) {
    if (!node.is_number_unsigned() || node.get<std::uint64_t>() > 1'000'000)
      refuse("the number of a node", node);
    panel.rows.folded.insert(traces::NodeId(node.get<std::uint32_t>()));
  }
  if (const Json& task = member(json, "aligned_task"); !task.is_null()) {
    if (!task.is_number_unsigned() || task.get<std::uint64_t>() >= traces::TaskId().value())
      refuse("the number of a task", task);
    panel.aligned_task = traces::TaskId(task.get<std::uint32_t>());
  }
  return panel;
}

SavedView view_of(const Json& json) {
  if (!json.is_object() || member(json, "format") != view_format) refuse("a document \"gusset view\"", json);
  if (member(json, "version") != view_version) refuse("version 1", member(json, "version"));
  SavedView view;
  const Json& panels = member(json, "traces");
  if (!panels.is_array() || panels.empty()) refuse("traces as a list", panels);
  for (const Json& panel : panels) view.panels.push_back(panel_of(panel));
  constexpr double longest = 9e18;
  view.range.begin_ns = std::llround(number_of(member(json, "begin_ns"), "begin_ns", -longest, longest));
  view.range.end_ns = std::llround(number_of(member(json, "end_ns"), "end_ns", -longest, longest));
  if (view.range.end_ns <= view.range.begin_ns) refuse("an end after the begin", member(json, "end_ns"));
  view.row_height = number_of(member(json, "row_height"), "row_height", 0.0, highest_row);
  const std::string shape = text_of(member(json, "shape"), "a shape");
  if (shape != "triangle" && shape != "box") refuse("the shape triangle or box", member(json, "shape"));
  view.shape = shape == "box" ? TaskShape::box : TaskShape::triangle;
  if (!member(json, "tracks").is_boolean()) refuse("tracks as true or false", member(json, "tracks"));
  view.tracks = member(json, "tracks").get<bool>();
  view.sub_rows = flag_of(json, "sub_rows", view.sub_rows);
  view.arrows.of_selection = flag_of(json, "arrows", view.arrows.of_selection);
  view.arrows.messages = flag_of(json, "messages", view.arrows.messages);
  read_alignment(json, view);
  const Json& marks = member(json, "marks");
  if (!marks.is_array()) refuse("marks as a list", marks);
  for (const Json& mark : marks) {
    if (!mark.is_object() || !member(mark, "time_ns").is_number_integer())
      refuse("a mark with its time_ns", mark);
    view.marks.push_back(
        {member(mark, "time_ns").get<std::int64_t>(), text_of(member(mark, "note"), "a note")});
  }
  std::sort(view.marks.begin(), view.marks.end());
  view.colour_by = text_of(member(json, "colour_by"), "colour_by");
  view.conditions = texts_of(member(json, "conditions"), "conditions");
  for (std::string& name : texts_of(member(json, "hidden"), "hidden")) view.hidden.insert(std::move(name));
  const Json& colours = member(json, "colours");
  if (!colours.is_object()) refuse("colours as an object", colours);
  for (const auto& [name, colour] : colours.items()) view.own_colours[name] = colour_of(colour);
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
  view.tracks = session.shows_tracks();
  view.arrows = arrows;
  view.marks = session.edits().marks;
  view.colour_by = traces::to_text(appearance.colour_by);
  view.conditions = appearance.conditions;
  view.hidden = appearance.hidden;
  view.own_colours = appearance.own_colours;
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
  next.own_colours = view.own_colours;
  for (const auto& loaded : session.document()->traces) {
    const auto by = traces::parse_colour_by(*loaded->trace, view.colour_by);
    if (!by) continue;
    next.colour_by = *by;
    break;
  }
  session.set_appearance(std::move(next));
  session.set_marks(view.marks);
  session.show_tracks(view.tracks);
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
    if (!panel.rows.busy.are_all()) one["rows busy"] = to_text(panel.rows.busy);
    if (!panel.aligned_task.is_none()) one["aligned_task"] = panel.aligned_task.value();
  }
  json["begin_ns"] = view.range.begin_ns;
  json["end_ns"] = view.range.end_ns;
  json["row_height"] = view.row_height;
  json["shape"] = view.shape == TaskShape::box ? "box" : "triangle";
  json["sub_rows"] = view.sub_rows;
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
  for (const auto& [name, colour] : view.own_colours) json["colours"][name] = colour_text(colour);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SavedView> parse_saved_view(const std::string& text, const std::string& where) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Error{where, "JSON", "something else"};
  try {
    return view_of(json);
  } catch (const Refusal& refusal) {
    return Error{where, refusal.expected, refusal.found};
  }
}

std::filesystem::path view_file_beside(const std::filesystem::path& trace) {
  std::filesystem::path path = trace;
  path += ".view.json";
  return path;
}

std::filesystem::path view_file_in(const std::filesystem::path& state_folder,
                                   const std::filesystem::path& trace) {
  // Traces of the same name in different folders must not share one.
  const std::string whole = std::filesystem::absolute(trace).lexically_normal().string();
  std::filesystem::path name = trace.filename();
  name += "." + hex(XXH3_64bits(whole.data(), whole.size()), 16) + ".view.json";
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
  return hex(XXH3_64bits_digest(state.get()), 16);
}

}  // namespace gusset::viewer
