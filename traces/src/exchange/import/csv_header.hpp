#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::traces::import {

/// What a column of a CSV file holds; docs/formats.md has the names.
struct CsvColumn {
  enum class Kind : unsigned char {
    task,  ///< a number, as the next two
    parent,
    lane,
    begin,  ///< a time, as the next four
    end,
    duration,
    submit,
    ready,
    type,  ///< a text, as all that follow
    node,
    worker,
    span_kind,
    work,
    after,
    accesses,
    integer,  ///< an attribute whose kind is declared: "iteration:integer"
    real,
    text,
    attribute,  ///< one whose values tell
  };
  Kind kind = Kind::attribute;
  unsigned decimals = 0;  ///< of a time: its unit is 10^decimals ns
  std::string name;       ///< of an attribute
};

/// Whether a line is the header of a table of tasks: it names a type or a begin.
bool is_csv_header(std::string_view line);

/// The columns of a header. Fails where one stands twice or needed ones are missing; `where` is the place.
Result<std::vector<CsvColumn>> parse_csv_header(const std::vector<std::string>& names,
                                                const std::string& where);

}  // namespace gusset::traces::import
