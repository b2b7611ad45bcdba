#include "exchange/import/paje/paje_lines.hpp"

#include <algorithm>
#include <charconv>

#include "exchange/import/scan.hpp"

namespace gusset::traces::import {

Result<Done> PajeLines::read_header() {
  auto events = read_paje_header(lines_, line_, source_.name());
  if (!events) return events.error();
  events_ = std::move(events).value();
  is_ours_ = std::any_of(events_.begin(), events_.end(), [](const PajeEvent& event) {
    return std::find(event.field_names.begin(), event.field_names.end(), paje_task_field) !=
           event.field_names.end();
  });
  return Done{};
}

bool PajeLines::next() {
  if (!is_first_) return lines_.next(line_);
  is_first_ = false;
  return !line_.empty();
}

Result<const PajeEvent*> PajeLines::take_apart() {
  const char* const p = skip_blanks(line_.data());
  const char* const end = line_.data() + line_.size();
  if (p >= end || *p == '#') return nullptr;
  std::uint64_t number = 0;
  const char* const after = scan_unsigned(p, number);
  if (after == nullptr || number >= events_.size() || !events_[static_cast<std::size_t>(number)].is_defined)
    return bad("the number of an event that the header defines", line_);
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
      return Error{at_line(), "a field " + event.field_names[i] + " of " + event.name, "the end of the line"};
    const char* const begin = *p == '"' ? p + 1 : p;
    if (*p == '"') {
      p = begin;
      while (p < end && *p != '"') ++p;
      if (p >= end) return Error{at_line(), "a quote that ends the field", "the end of the line"};
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
    issues_.add(ImportIssue::Kind::dropped_value, [&] {
      return bad("no more fields than the header defines", trimmed({p, static_cast<std::size_t>(end - p)}));
    });
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
