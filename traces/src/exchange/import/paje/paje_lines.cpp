#include "exchange/import/paje/paje_lines.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "exchange/import/scan.hpp"

namespace gusset::traces::import {
namespace {

using EventKind = PajeEvent::Kind;
using Field = PajeEvent::Field;

constexpr std::uint64_t max_events = 4096;

constexpr std::pair<std::string_view, EventKind> event_names[] = {
    {"PajeDefineContainerType", EventKind::define_container_type},
    {"PajeDefineStateType", EventKind::define_type},
    {"PajeDefineEventType", EventKind::define_type},
    {"PajeDefineVariableType", EventKind::define_type},
    {"PajeDefineLinkType", EventKind::define_type},
    {"PajeDefineEntityValue", EventKind::define_value},
    {"PajeCreateContainer", EventKind::create_container},
    {"PajeDestroyContainer", EventKind::destroy_container},
    {"PajeSetState", EventKind::set_state},
    {"PajePushState", EventKind::push_state},
    {"PajePopState", EventKind::pop_state},
    {"PajeResetState", EventKind::reset_state},
    {"PajeNewEvent", EventKind::new_event},
    {"PajeSetVariable", EventKind::set_variable},
    {"PajeAddVariable", EventKind::add_variable},
    {"PajeSubVariable", EventKind::sub_variable},
    {"PajeStartLink", EventKind::start_link},
    {"PajeEndLink", EventKind::end_link}};

constexpr std::pair<std::string_view, Field> field_uses[] = {{"Time", Field::time},
                                                             {"Alias", Field::alias},
                                                             {"Type", Field::type},
                                                             {"ContainerType", Field::type},
                                                             {"EntityType", Field::type},
                                                             {"Name", Field::name},
                                                             {"Container", Field::container},
                                                             {"Value", Field::value},
                                                             {"Key", Field::key},
                                                             {"StartContainer", Field::start_container},
                                                             {"SourceContainer", Field::start_container},
                                                             {"EndContainer", Field::end_container},
                                                             {"DestContainer", Field::end_container}};

/// The next word of a definition.
std::string_view word(std::string_view& rest) {
  rest = trimmed(rest);
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view found = rest.substr(0, end);
  rest.remove_prefix(end);
  return found;
}

Field use_of(std::string_view name) {
  for (const auto& [known, field] : field_uses) {
    if (name == known) return field;
  }
  return Field::other;
}

}  // namespace

Result<Done> PajeLines::read_header() {
  PajeEvent* open = nullptr;
  while (lines_.next(line_)) {
    std::string_view rest = trimmed(line_);
    if (rest.empty() || rest.front() == '#') continue;
    if (rest.front() != '%') {
      if (open != nullptr) return bad("%EndEventDef", line_);
      return Done{};
    }
    rest.remove_prefix(1);
    const std::string_view first = word(rest);
    const std::string_view second = word(rest);
    const std::string_view third = word(rest);
    if (first == "EventDef") {
      // Some writers put the number first.
      std::uint64_t number = 0;
      const bool is_name_first = parse_number(third, number);
      if (open != nullptr || (!is_name_first && !parse_number(second, number)) || number >= max_events) {
        return bad("%EventDef NAME NUMBER with a number below 4096", line_);
      }
      if (events_.size() <= number) events_.resize(static_cast<std::size_t>(number) + 1);
      open = &events_[static_cast<std::size_t>(number)];
      *open = {};
      open->is_defined = true;
      open->name = is_name_first ? second : third;
      for (const auto& [known, kind] : event_names) {
        if (open->name == known) open->kind = kind;
      }
    } else if (first == "EndEventDef") {
      if (open == nullptr) return bad("%EventDef", line_);
      open = nullptr;
    } else {
      if (open == nullptr || first.empty()) return bad("%EventDef", line_);
      Field use = use_of(first);
      // If several fields have the same use, the first one counts. StarPU's files have such fields under
      // other names.
      if (use != Field::other &&
          std::find(open->fields.begin(), open->fields.end(), use) != open->fields.end()) {
        use = Field::other;
      }
      is_ours_ = is_ours_ || first == paje_task_field;
      open->fields.push_back(use);
      open->field_names.emplace_back(first);
    }
  }
  line_ = {};
  if (open != nullptr) return bad("%EndEventDef", "");
  return Done{};
}

bool PajeLines::next() {
  if (!is_first_) return lines_.next(line_);
  is_first_ = false;
  return !line_.empty();
}

Result<const PajeEvent*> PajeLines::split_line() {
  const char* const p = skip_blanks(line_.data());
  const char* const end = line_.data() + line_.size();
  if (p >= end || *p == '#') return nullptr;
  std::uint64_t number = 0;
  const char* const after = scan_unsigned(p, number);
  if (after == nullptr || number >= events_.size() || !events_[static_cast<std::size_t>(number)].is_defined)
    return bad("an event number that the header defines", line_);
  const PajeEvent& event = events_[static_cast<std::size_t>(number)];
  if (auto done = take_fields(event, after, end); !done) return done.error();
  return &event;
}

Result<Done> PajeLines::take_fields(const PajeEvent& event, const char* p, const char* end) {
  fields_.fill({});
  others_.clear();
  for (std::size_t i = 0; i < event.fields.size(); ++i) {
    p = skip_blanks(p);
    if (p >= end)
      return Error{at_line(), "field " + event.field_names[i] + " of " + event.name, "the end of the line"};
    const char* const begin = *p == '"' ? p + 1 : p;
    if (*p == '"') {
      p = begin;
      while (p < end && *p != '"') ++p;
      if (p >= end) return Error{at_line(), "a closing quote", "the end of the line"};
    } else {
      while (p < end && *p != ' ' && *p != '\t') ++p;
    }
    const std::string_view text(begin, static_cast<std::size_t>(p - begin));
    if (p < end && *p == '"') ++p;
    if (event.fields[i] == Field::other) {
      others_.emplace_back(event.field_names[i], text);
    } else {
      fields_[static_cast<std::size_t>(event.fields[i])] = text;
    }
  }
  if (skip_blanks(p) < end) {
    issues_.add(ImportIssue::Kind::dropped_value, at_line(), "no more fields than the header defines",
                errors::ShownLine{trimmed({p, static_cast<std::size_t>(end - p)})});
  }
  return Done{};
}

std::string PajeLines::name_of(std::string_view text) const {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (is_ours_ && text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3) {
      out += static_cast<char>(code);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace gusset::traces::import
