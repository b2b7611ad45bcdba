#include "arguments.hpp"

#include <algorithm>

#include "rows.hpp"

namespace gusset::bench {
namespace {

Contestant find_contestant(const std::string& name, const Row& row, std::chrono::milliseconds budget) {
  std::vector<std::string> names;
  for (const Contestant& each : contestants(row, budget)) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw ArgumentError("--child: expected one of " + joined(names) + "; found \"" + name + "\"");
}

Row find_row(const std::string& name) {
  const auto found =
      std::find_if(rows().begin(), rows().end(), [&](const Row& row) { return row.name == name; });
  if (found == rows().end())
    throw ArgumentError("--child: expected the name of a row, found \"" + name + "\"");
  return *found;
}

void check_section(const std::string& name) {
  if (name == "all" || std::find(sections().begin(), sections().end(), name) != sections().end()) return;
  throw ArgumentError("--section: expected one of " + joined(sections()) + ", all; found \"" + name + "\"");
}

}  // namespace

std::string help_text() {
  return "usage: bench_core [--section NAME] [--rows REGEX] [--rounds N] [--milliseconds N] [--json]\n"
         "Measures what tasks cost in Gusset and other runtimes, in alternation. Prints medians of all "
         "rounds.\n"
         "  --section NAME    " +
         joined(sections()) +
         ", all (speed)\n"
         "  --rows REGEX      only rows whose names match\n"
         "  --rounds N        processes per row and runtime (5)\n"
         "  --milliseconds N  how long each process repeats its row (200)\n"
         "  --json            print a list of {name, unit, ours, peers, goal, better}\n"
         "  --child RUNTIME ROW  measure once in this process; print the value, or - if there is none\n";
}

Arguments parse_arguments(CommandLine line) {
  Arguments arguments;
  std::string section = sections().front();
  std::string runtime;
  std::optional<Row> row_of_child;
  while (!line.is_at_end()) {
    const std::string option = line.next();
    if (arguments.common.take(option, line)) continue;
    if (option == "--section") {
      check_section(section = line.value_of(option));
    } else if (option == "--milliseconds") {
      arguments.budget = std::chrono::milliseconds(line.number_of(option));
    } else if (option == "--child") {
      runtime = line.value_of(option);
      row_of_child = find_row(line.value_of(option));
    } else {
      throw unknown_option(option);
    }
  }
  if (row_of_child) arguments.child = find_contestant(runtime, *row_of_child, arguments.budget);
  for (const Row& row : rows()) {
    if ((section == "all" || row.section == section) && arguments.common.wants(row.name))
      arguments.rows.push_back(row);
  }
  if (arguments.rows.empty()) throw ArgumentError("--rows: expected a match in the section, found none");
  return arguments;
}

}  // namespace gusset::bench
