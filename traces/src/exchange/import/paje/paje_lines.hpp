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
#include "exchange/import/paje_header.hpp"
#include "exchange/import/source.hpp"

namespace gusset::traces::import {

/// Fields of Gusset's own files: they tell tasks apart, which time alone does not.
inline constexpr std::string_view paje_task_field = "GussetTask";
inline constexpr std::string_view paje_kind_field = "GussetKind";

/// The body of a Paje file, line by line, each taken apart in place as the file's header defines it.
class PajeLines {
 public:
  using Field = PajeEvent::Field;

  PajeLines(const Source& source, IssueList& issues)
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
  std::string at_line() const { return errors::at_line(source_.name(), number()); }
  Error bad(std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), number(), expected, found);
  }

 private:
  Result<Done> take_fields(const PajeEvent& event, const char* p, const char* end);

  const Source& source_;
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
