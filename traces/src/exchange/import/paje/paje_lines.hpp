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

/// What the lines of one number in a Paje file mean: the header says it, and every file has its own.
struct PajeEvent {
  enum class Kind : std::uint8_t {
    define_container_type,
    define_type,  ///< of anything else
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
  /// What a field is for; `other` ones are attributes of a state.
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

/// Fields of Gusset's own files: they tell tasks apart, which time alone does not.
inline constexpr std::string_view paje_task_field = "GussetTask";
inline constexpr std::string_view paje_kind_field = "GussetKind";

/// The body of a Paje file, line by line, each taken apart in place as the file's header defines it.
class PajeLines {
 public:
  using Field = PajeEvent::Field;

  PajeLines(const FileText& source, IssueList& issues)
      : source_(source), issues_(issues), lines_(source.text()) {}

  /// Reads the definitions; the first line of the body is next.
  Result<Done> read_header();
  /// Moves to the next line; false behind the last.
  bool next();
  /// What the line says; null where it is empty or a comment. Fails where the header does not define it so.
  Result<const PajeEvent*> take_apart();

  std::string_view operator[](Field field) const { return fields_[static_cast<std::size_t>(field)]; }
  /// The alias of what the line defines: its name where it has none.
  std::string_view alias() const {
    return (*this)[Field::alias].empty() ? (*this)[Field::name] : (*this)[Field::alias];
  }
  /// Fields without a use of their own: name and text.
  const std::vector<std::pair<std::string_view, std::string_view>>& others() const { return others_; }

  /// A name as people read it. In Gusset's own files %22 is a quote, and so on: Paje knows no escapes.
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
