#include "metadata_json.hpp"
#include "gusset/traces/model/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace gusset::traces {
namespace {

using nlohmann::json;

constexpr std::array<const char*, 15> known_fields{
    "origin", "program", "command",  "host",       "cpu",  "compiler",     "runtime",    "date",
    "model",  "notes",   "recorded", "incomplete", "part", "recording_ns", "start_up_ns"};

constexpr std::array<std::pair<const char*, std::optional<std::int64_t> Metadata::*>, 2> time_fields{{
    {"recording_ns", &Metadata::recording_ns},
    {"start_up_ns", &Metadata::start_up_ns},
}};
constexpr std::array<std::pair<const char*, std::string Metadata::*>, 6> text_fields{{
    {"program", &Metadata::program},
    {"host", &Metadata::host},
    {"cpu", &Metadata::cpu},
    {"compiler", &Metadata::compiler},
    {"runtime", &Metadata::runtime},
    {"date", &Metadata::date},
}};

constexpr std::array<std::pair<const char*, std::vector<std::string> Metadata::*>, 2> list_fields{{
    {"command", &Metadata::command},
    {"notes", &Metadata::notes},
}};

constexpr std::array<std::pair<const char*, bool Recorded::*>, 10> recorded_fields{{
    {"parents", &Recorded::parents},
    {"work", &Recorded::work},
    {"submit", &Recorded::submit},
    {"ready", &Recorded::ready},
    {"accesses", &Recorded::accesses},
    {"dependencies", &Recorded::dependencies},
    {"messages", &Recorded::messages},
    {"fork-join", &Recorded::fork_join},
    {"processor-time", &Recorded::processor_time},
    {"worksharing", &Recorded::worksharing},
}};

/// Returns a discarded value if the text is not JSON or nests too deeply.
json parse(std::string_view text) {
  bool too_deep = false;
  const auto keep = [&too_deep](int depth, json::parse_event_t, json&) {
    if (depth > max_json_depth) too_deep = true;
    return !too_deep;
  };
  json value = json::parse(text.begin(), text.end(), keep, /*allow_exceptions=*/false);
  return too_deep ? json(json::value_t::discarded) : value;
}

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool is_list_of_strings(const json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const json& v) { return v.is_string(); });
}

Error not_an_object(const std::string& where) {
  return {where, "metadata as one JSON object, nested at most 64 deep", "something else"};
}
Error wrong_field(const std::string& where, const std::string& field, const std::string& expected,
                  const json& found) {
  std::string shown = dump(found);
  if (shown.size() > 40)
    shown = std::string(found.type_name()) + " of " + std::to_string(shown.size()) + " bytes";
  return {where, "metadata field \"" + field + "\" as " + expected, shown};
}

json encode_part(const RecordedPart& part) {
  return {{"node", part.node.value()}, {"grid", part.grid}, {"run", part.run}, {"host", part.host}};
}

std::optional<RecordedPart> decode_part(const json& value) {
  const auto is_below = [](const json& number, std::uint64_t limit) {
    return number.is_number_unsigned() && number.get<std::uint64_t>() < limit;
  };
  if (!value.is_object() || !is_below(value.value("node", json()), NodeId::none_value)) return {};
  const json grid = value.value("grid", json()), run = value.value("run", json()),
             host = value.value("host", json());
  if (!grid.is_array() || !run.is_string() || !host.is_string()) return {};
  RecordedPart part{
      NodeId(value["node"].get<std::uint32_t>()), {}, run.get<std::string>(), host.get<std::string>()};
  for (const json& extent : grid) {
    if (!is_below(extent, NodeId::none_value)) return {};
    part.grid.push_back(extent.get<std::uint32_t>());
  }
  return part;
}

}  // namespace

std::string encode_metadata(const Metadata& metadata, const Recorded& recorded) {
  json object = parse(metadata.extra);
  if (!object.is_object()) object = json::object();
  object["origin"] = origin_name(metadata.origin);
  const auto add = [&](const auto& fields) {
    for (const auto& [name, field] : fields) {
      if (!(metadata.*field).empty()) object[name] = metadata.*field;
    }
  };
  add(text_fields);
  add(list_fields);
  if (!metadata.model.empty()) object["model"] = parse(metadata.model);
  if (metadata.incomplete) object["incomplete"] = true;
  for (const auto& [name, field] : time_fields) {
    if (const auto& time_ns = metadata.*field) object[name] = *time_ns;
  }
  if (metadata.part) object["part"] = encode_part(*metadata.part);
  json list = json::array();
  for (const auto& [name, field] : recorded_fields) {
    if (recorded.*field) list.push_back(name);
  }
  object["recorded"] = std::move(list);
  return dump(object);
}

Result<DecodedMetadata> decode_metadata(std::string_view text, const std::string& where) {
  json object = parse(text);
  if (!object.is_object()) return not_an_object(where);
  DecodedMetadata decoded;

  const json origin = object.value("origin", json());
  const auto known = origin.is_string() ? origin_named(origin.get_ref<const std::string&>()) : std::nullopt;
  if (!known) return wrong_field(where, "origin", "\"measured\", \"predicted\" or \"imported\"", origin);
  decoded.metadata.origin = *known;

  for (const auto& [name, field] : text_fields) {
    if (!object.contains(name)) continue;
    if (!object[name].is_string()) return wrong_field(where, name, "a string", object[name]);
    decoded.metadata.*field = object[name].get<std::string>();
  }
  for (const auto& [name, field] : list_fields) {
    if (!object.contains(name)) continue;
    if (!is_list_of_strings(object[name])) return wrong_field(where, name, "a list of strings", object[name]);
    decoded.metadata.*field = object[name].get<std::vector<std::string>>();
  }
  if (object.contains("model")) decoded.metadata.model = dump(object["model"]);

  if (object.contains("incomplete")) {
    if (!object["incomplete"].is_boolean())
      return wrong_field(where, "incomplete", "true or false", object["incomplete"]);
    decoded.metadata.incomplete = object["incomplete"].get<bool>();
  }

  for (const auto& [name, field] : time_fields) {
    if (!object.contains(name)) continue;
    const json& time = object[name];
    if (!time.is_number_integer() || !time.is_number_unsigned() ||
        time.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
      return wrong_field(where, name, "a time in ns", time);
    decoded.metadata.*field = time.get<std::int64_t>();
  }

  if (object.contains("part")) {
    decoded.metadata.part = decode_part(object["part"]);
    if (!decoded.metadata.part)
      return wrong_field(where, "part", "an object with node, grid, run and host", object["part"]);
  }

  const json recorded = object.value("recorded", json());
  if (!is_list_of_strings(recorded)) return wrong_field(where, "recorded", "a list of strings", recorded);
  for (const auto& [name, field] : recorded_fields) {
    decoded.recorded.*field = std::find(recorded.begin(), recorded.end(), name) != recorded.end();
  }

  for (const char* name : known_fields) object.erase(name);
  decoded.metadata.extra = dump(object);
  return decoded;
}

std::string take_member(std::string& object, const std::string& name) {
  json value = parse(object);
  if (!value.is_object() || !value.contains(name)) return {};
  std::string member = dump(value[name]);
  value.erase(name);
  object = dump(value);
  return member;
}

bool is_json(std::string_view text) {
  return !parse(text).is_discarded();
}

std::string extra_flaw(std::string_view text) {
  const json object = parse(text);
  if (!object.is_object()) return "something else";
  for (const char* name : known_fields) {
    if (object.contains(name)) return std::string("the known field \"") + name + "\"";
  }
  return {};
}

}  // namespace gusset::traces
