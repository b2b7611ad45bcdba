#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "lines.hpp"

namespace gusset::traces::import {

/// What the lines of one number in a Paje file mean: the header says it, and every file has its own.
struct PajeEvent {
  enum class Kind : std::uint8_t {
    define_container_type,
    define_state_type,
    define_event_type,
    define_variable_type,
    define_link_type,
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

/// Reads the definitions up to the first line of the body, which `line` is then. By number.
Result<std::vector<PajeEvent>> read_paje_header(Lines& lines, std::string_view& line,
                                                const std::string& name);

}  // namespace gusset::traces::import
