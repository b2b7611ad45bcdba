#include "paje_header.hpp"

#include <algorithm>
#include <utility>

#include "import_errors.hpp"
#include "scan.hpp"

namespace gusset::traces::import {
namespace {

using EventKind = PajeEvent::Kind;
using Field = PajeEvent::Field;

constexpr std::uint64_t most_events = 4096;

constexpr std::pair<std::string_view, EventKind> event_names[] = {
    {"PajeDefineContainerType", EventKind::define_container_type},
    {"PajeDefineStateType", EventKind::define_state_type},
    {"PajeDefineEventType", EventKind::define_event_type},
    {"PajeDefineVariableType", EventKind::define_variable_type},
    {"PajeDefineLinkType", EventKind::define_link_type},
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

Result<std::vector<PajeEvent>> read_paje_header(Lines& lines, std::string_view& line,
                                                const std::string& name) {
  std::vector<PajeEvent> events;
  PajeEvent* open = nullptr;
  while (lines.next(line)) {
    std::string_view rest = trimmed(line);
    if (rest.empty() || rest.front() == '#') continue;
    if (rest.front() != '%') {
      if (open != nullptr) return errors::bad_line(name, lines.number(), "%EndEventDef", line);
      return events;
    }
    rest.remove_prefix(1);
    const std::string_view first = word(rest);
    const std::string_view second = word(rest);
    const std::string_view third = word(rest);
    if (first == "EventDef") {
      // Some write the number first.
      std::uint64_t number = 0;
      const bool is_name_first = parse_number(third, number);
      if (open != nullptr || (!is_name_first && !parse_number(second, number)) || number >= most_events) {
        return errors::bad_line(name, lines.number(), "%EventDef NAME NUMBER, numbers below 4096", line);
      }
      if (events.size() <= number) events.resize(static_cast<std::size_t>(number) + 1);
      open = &events[static_cast<std::size_t>(number)];
      *open = {};
      open->is_defined = true;
      open->name = is_name_first ? second : third;
      for (const auto& [known, kind] : event_names) {
        if (open->name == known) open->kind = kind;
      }
    } else if (first == "EndEventDef") {
      if (open == nullptr) return errors::bad_line(name, lines.number(), "%EventDef", line);
      open = nullptr;
    } else {
      if (open == nullptr || first.empty()) return errors::bad_line(name, lines.number(), "%EventDef", line);
      Field use = use_of(first);
      // A field stands for the first of its use; StarPU's files have further ones of other names.
      if (use != Field::other &&
          std::find(open->fields.begin(), open->fields.end(), use) != open->fields.end()) {
        use = Field::other;
      }
      open->fields.push_back(use);
      open->field_names.emplace_back(first);
    }
  }
  line = {};
  if (open != nullptr) return errors::bad_line(name, lines.number(), "%EndEventDef", "");
  return events;
}

}  // namespace gusset::traces::import
