#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/import/import_errors.hpp"
#include "exchange/import/issue_list.hpp"
#include "exchange/import/lines.hpp"
#include "gus/file_text.hpp"

namespace gusset::traces::import {

/// The meaning of a Paje file's lines with a given event number. Each file's header defines its own.
struct PajeEvent {
  enum class Kind : std::uint8_t {
    define_container_type,
    define_type,  ///< defines anything but containers
    define_value,
    create_container,
    destroy_container,
    set_state,
    push_state,
    pop_state,
    reset_state,
    new_event,
    set_variable,
    add_variable,
    sub_variable,
    start_link,
    end_link,
    unknown
  };
  /// The use of a field. `other` fields are attributes of a state.
  enum class Field : std::uint8_t {
    time,
    alias,
    type,
    name,
    container,
    value,
    key,
    start_container,
    end_container,
    other
  };
  static constexpr std::size_t fields_of_use = static_cast<std::size_t>(Field::other);

  Kind kind = Kind::unknown;
  bool is_defined = false;
  std::string name;
  std::vector<Field> fields;
  std::vector<std::string> field_names;
};

/// Fields in files written by Gusset: they identify tasks, which times alone cannot.
inline constexpr std::string_view paje_task_field = "GussetTask";
inline constexpr std::string_view paje_kind_field = "GussetKind";

/// The body of a Paje file. Splits each line in place, as the file's header defines.
class PajeLines {
 public:
  using Field = PajeEvent::Field;

  PajeLines(const FileText& source, IssueList& issues)
      : source_(source), issues_(issues), lines_(source.text()) {}

  /// Reads the definitions and stops before the first line of the body.
  Result<Done> read_header();
  /// Moves to the next line. Returns false after the last line.
  bool next();
  /// Splits the line. Null if it is empty or a comment. Fails if the line does not match its definition in
  /// the header.
  Result<const PajeEvent*> split_line();

  std::string_view operator[](Field field) const { return fields_[static_cast<std::size_t>(field)]; }
  /// The alias that the line defines, or its name if it has no alias.
  std::string_view alias() const {
    return (*this)[Field::alias].empty() ? (*this)[Field::name] : (*this)[Field::alias];
  }
  /// The fields without a known use: name and text.
  const std::vector<std::pair<std::string_view, std::string_view>>& others() const { return others_; }

  /// A name in readable form. Files written by Gusset encode a quote as %22, and so on, because Paje has no
  /// escapes.
  std::string name_of(std::string_view text) const;

  std::uint32_t number() const { return lines_.number(); }
  bool is_complete() const { return lines_.is_complete(); }
  const std::string& source_name() const { return source_.name(); }
  errors::Place at_line() const { return errors::at_line(source_.name(), number()); }
  Error bad(std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), number(), expected, found);
  }

 private:
  Result<Done> take_fields(const PajeEvent& event, const char* p, const char* end);

  const FileText& source_;
  IssueList& issues_;
  Lines lines_;
  std::string_view line_;
  bool is_first_ = true;
  bool is_ours_ = false;
  std::vector<PajeEvent> events_;
  std::array<std::string_view, PajeEvent::fields_of_use> fields_;
  std::vector<std::pair<std::string_view, std::string_view>> others_;
};

}  // namespace gusset::traces::import
