#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::traces::import {

/// The meaning of a column of a CSV file. docs/formats.md lists the names.
struct CsvColumn {
  enum class Kind : unsigned char {
    task,  ///< a number, like the next two
    parent,
    lane,
    begin,  ///< a time, like the next four
    end,
    duration,
    submit,
    ready,
    type,  ///< a text, like all that follow
    node,
    worker,
    span_kind,
    work,
    after,
    accesses,
    integer,  ///< an attribute with a declared kind: "iteration:integer"
    real,
    text,
    attribute,  ///< an attribute whose values determine its kind
  };
  Kind kind = Kind::attribute;
  unsigned decimals = 0;  ///< of a time column: its unit is 10^decimals ns
  std::string name;       ///< name of an attribute column
};

/// Whether a line is the header of a table of tasks: it has a type or a begin column.
bool is_csv_header(std::string_view line);

/// Parses the columns of a header. Fails if a column is repeated or a required one is missing. `where` is the
/// location in errors.
Result<std::vector<CsvColumn>> parse_csv_header(const std::vector<std::string>& names,
                                                const std::string& where);

}  // namespace gusset::traces::import
