#include "exchange/import/chrome/chrome_document.hpp"

#include <simdjson.h>

#include <algorithm>
#include <string_view>

#include "exchange/import/import_errors.hpp"
#include "gusset/base/utf8.hpp"

namespace gusset::traces::import {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::uint64_t max_bytes = 0xffffffff - 64;  // simdjson's positions have 32 bits

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view token) {
  const std::size_t last = token.find_last_not_of(blanks);
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view text_of(ondemand::raw_json_string key) {
  const char* end = key.raw();
  while (*end != '"') end += *end == '\\' ? 2 : 1;
  return {key.raw(), static_cast<std::size_t>(end - key.raw())};
}

/// A value as written in the file.
std::string_view text_of(ondemand::value value) {
  const std::string_view token = value.raw_json_token();
  if (token.starts_with('{')) return value.get_object().value().raw_json();
  if (token.starts_with('[')) return value.get_array().value().raw_json();
  return without_blanks(token);
}

/// The field that receives the member `name`; null if no field does.
std::string_view* member_of(ChromeEvent& event, std::string_view name) {
  // Most events have all the short members, and the first letter distinguishes them.
  switch (name.empty() ? '\0' : name.front()) {
    case 'b':
      return name == "bp" ? &event.bp : name == "bind_id" ? &event.bind_id : nullptr;
    case 'c':
      return name == "cat" ? &event.category : nullptr;
    case 'd':
      return name == "dur" ? &event.dur : nullptr;
    case 'f':
      return name == "flow_in" ? &event.flow_in : name == "flow_out" ? &event.flow_out : nullptr;
    case 'i':
      return name == "id" || name == "id2" ? &event.id : nullptr;
    case 'n':
      return name == "name" ? &event.name : nullptr;
    case 'p':
      return name == "ph" ? &event.phase : name == "pid" ? &event.pid : nullptr;
    case 't':
      return name == "ts" ? &event.ts : name == "tid" ? &event.tid : nullptr;
    default:
      return nullptr;
  }
}

/// Walks the document once. simdjson throws if the document is malformed.
class Walk {
 public:
  Walk(const FileText& source, const std::function<void(const ChromeEvent&)>& on_event)
      : source_(source), on_event_(on_event) {}

  std::size_t offset = 0;  ///< offset of the last key, for errors

  Result<Done> events(ondemand::array events) {
    for (ondemand::value element : events) {
      ondemand::object object;
      if (const auto error = element.get_object().get(object); error == simdjson::INCORRECT_TYPE) {
        return Error{errors::at_offset(source_.name(), offset), "events that are objects", "something else"};
      } else if (error != simdjson::SUCCESS) {
        throw simdjson::simdjson_error(error);
      }
      event(object);
    }
    return Done{};
  }

  std::size_t offset_of(ondemand::raw_json_string key) const {
    return static_cast<std::size_t>(key.raw() - source_.text().data());
  }

 private:
  void event(ondemand::object object) {
    std::vector<ChromeEvent::Argument> arguments = std::move(event_.arguments);  // reuses the vector's memory
    arguments.clear();
    event_ = {};
    event_.arguments = std::move(arguments);
    bool is_first = true;
    for (ondemand::field member : object) {
      const std::string_view name = text_of(member.key());
      offset = offset_of(member.key()) - 1;  // offset of the opening quote
      if (is_first) event_.offset = static_cast<std::uint32_t>(offset);
      is_first = false;
      const std::string_view token = member.value().raw_json_token();
      if (name == "args" && token.starts_with('{')) {
        for (ondemand::field argument : member.value().get_object()) {
          const std::string_view key = text_of(argument.key());
          event_.arguments.push_back({key, text_of(argument.value())});
        }
      } else if (std::string_view* const wanted = member_of(event_, name); wanted != nullptr) {
        if (!token.starts_with('[')) *wanted = text_of(member.value());
      }
    }
    on_event_(event_);
  }

  const FileText& source_;
  const std::function<void(const ChromeEvent&)>& on_event_;
  ChromeEvent event_;
};

/// Where a document ends, and where a truncated one can be cut: after the last complete event.
struct Cut {
  std::size_t rest = 0;    ///< offset of the text after the document; 0 if there is none
  std::size_t end = 0;     ///< end of the last complete event
  bool is_object = false;  ///< {"traceEvents":[…
  bool is_needed = false;  ///< the document does not end properly
  bool is_comma_only = false;
};

/// Only looks at strings and brackets.
Cut find_cut(std::string_view text) {
  Cut cut;
  std::string open;
  bool in_string = false;
  std::size_t list_depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (open.empty()) cut.is_object = c == '{';
      open += c;
      if (c == '[' && list_depth == 0 && open.size() <= 2) {
        list_depth = open.size();
        cut.end = i + 1;
      }
    } else if (c == '}' || c == ']') {
      if (open.empty()) return cut;
      open.pop_back();
      if (list_depth != 0 && open.size() == list_depth) cut.end = i + 1;
      if (open.empty()) {
        const std::size_t rest = text.find_first_not_of(blanks, i + 1);
        cut.rest = rest == std::string_view::npos ? 0 : rest;
        const std::size_t last = text.find_last_not_of(blanks, i - 1);
        cut.is_comma_only = c == ']' && last != std::string_view::npos && text[last] == ',';
        cut.is_needed = cut.is_comma_only && cut.rest == 0;
        return cut;
      }
    }
  }
  cut.is_needed = list_depth != 0;
  return cut;
}

Error text_behind(const FileText& source, std::size_t offset) {
  return {errors::at_offset(source.name(), offset), "the end of the JSON",
          errors::shown(source.text().substr(offset))};
}

}  // namespace

Result<ChromeExtra> read_chrome_document(const FileText& source, IssueList& issues,
                                         const std::function<void(const ChromeEvent&)>& on_event) {
  const std::string_view text = source.text();
  const std::string& name = source.name();
  ChromeExtra extra;
  if (text.size() > max_bytes) return errors::too_large(name, "JSON", max_bytes, text.size());
  Walk walk(source, on_event);
  try {
    ondemand::parser parser;
    walk.offset = text.size();
    ondemand::document document =
        parser.iterate(simdjson::padded_string_view(text.data(), text.size(), text.size() + padding_bytes));
    const bool is_list = document.type() == ondemand::json_type::array;
    bool has_events = is_list;
    if (is_list) {
      ondemand::array events = document.get_array();
      walk.offset = 0;
      if (auto done = walk.events(events); !done) return done.error();
    } else {
      ondemand::object members = document.get_object();
      walk.offset = 0;
      for (ondemand::field member : members) {
        const std::size_t at = walk.offset_of(member.key());
        const std::string key(text_of(member.key()));
        ondemand::value value = member.value();
        if (key == "traceEvents") {
          ondemand::array events;
          if (value.get_array().get(events))
            return Error{errors::at_offset(name, at), "a list of traceEvents", "something else"};
          has_events = true;
          if (auto done = walk.events(events); !done) return done.error();
        } else if (key == "otherData" || key == "metadata") {
          ondemand::object other;
          if (!value.get_object().get(other))
            extra.emplace_back(key, without_blanks(std::string_view(other.raw_json())));
        } else if (key != "displayTimeUnit") {
          issues.add(ImportIssue::Kind::dropped_value, errors::at_offset(name, at),
                     "traceEvents, displayTimeUnit, metadata or otherData", "another member (dropped)");
        }
      }
    }
    if (!has_events)
      return Error{errors::at_offset(name, 0), "a list of events, or an object with traceEvents", "none"};
    if (const char* rest = nullptr; document.current_location().get(rest) == simdjson::SUCCESS)
      return text_behind(source, static_cast<std::size_t>(rest - text.data()));
    return extra;
  } catch (const simdjson::simdjson_error& failure) {
    std::size_t offset = walk.offset;
    if (failure.error() == simdjson::INCOMPLETE_ARRAY_OR_OBJECT) {
      if (const Cut cut = find_cut(text); cut.rest != 0) return text_behind(source, cut.rest);
    }
    if (failure.error() == simdjson::UTF8_ERROR) {
      const std::string repaired = to_utf8(text);
      const auto differs = std::mismatch(text.begin(), text.end(), repaired.begin(), repaired.end());
      offset = static_cast<std::size_t>(differs.first - text.begin());
    }
    return Error{errors::at_offset(name, offset), "well-formed JSON",
                 simdjson::error_message(failure.error())};
  }
}

bool repair_truncated_document(FileText& source, IssueList& issues) {
  const Cut cut = find_cut(source.text());
  if (!cut.is_needed) return false;
  if (!cut.is_comma_only) {
    const std::uint64_t left = source.text().size() - cut.end;
    issues.add(ImportIssue::Kind::truncated, errors::at_offset(source.name(), cut.end), "complete JSON",
               "the end of the file " + std::to_string(left) + " bytes later");
  }
  const std::string_view closers = cut.is_object ? "]}" : "]";
  std::copy(closers.begin(), closers.end(), source.data() + cut.end);
  source.truncate(cut.end + closers.size());
  return true;
}

}  // namespace gusset::traces::import
