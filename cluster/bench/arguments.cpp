#include "arguments.hpp"

#include <charconv>

#include "rows.hpp"

namespace gusset::cluster::bench {
namespace {

using gusset::bench::ArgumentError;
using gusset::bench::CommandLine;

std::size_t size_of(const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0)
    throw ArgumentError("--child: expected a whole number from 1, found \"" + text + "\"");
  return value;
}

Child child_of(const std::string& option, CommandLine& line) {
  Child child;
  child.engine = line.value_of(option);
  const std::string& probe = line.value_of(option);
  const std::optional<Probe> found = probe_of(probe);
  if (!found) throw ArgumentError("--child: expected the name of a probe, found \"" + probe + "\"");
  child.work.probe = *found;
  child.work.size = size_of(line.value_of(option));
  child.work.bytes = size_of(line.value_of(option));
  child.threads = line.number_of(option);
  return child;
}

PeerProgram peer_of(const std::string& text) {
  const std::size_t middle = text.find('=');
  if (middle == 0 || middle == std::string::npos || middle + 1 == text.size())
    throw ArgumentError("--peer: expected NAME=PROGRAM, found \"" + text + "\"");
  return {text.substr(0, middle), text.substr(middle + 1)};
}

std::vector<Mpi> mpis_named(const std::string& name) {
  std::vector<std::string> known;
  std::vector<Mpi> named;
  for (const Mpi& each : mpis()) {
    known.push_back(each.name);
    if (name.empty() || name == each.name) named.push_back(each);
  }
  if (known.empty()) throw ArgumentError("expected an MPI when the benchmark was built, found none");
  if (named.empty())
    throw ArgumentError("--mpi: expected one of " + gusset::bench::joined(known) + "; found \"" + name +
                        "\"");
  return named;
}

}  // namespace

std::string help_text() {
  return "usage: bench_cluster [--mpi NAME] [--rows REGEX] [--rounds N] [--peer NAME=PROGRAM] [--short] "
         "[--json]\n"
         "Measures what tasks and their messages cost on several nodes, all on this machine, and measures\n"
         "its peers alternately. Prints medians of all rounds, in one table for each MPI.\n"
         "  --mpi NAME           openmpi or mpich (both, if they were found)\n"
         "  --rows REGEX         only rows whose names match\n"
         "  --rounds N           measurements for each figure (5)\n"
         "  --peer NAME=PROGRAM  also start this program, as PROGRAM PROBE SIZE BYTES THREADS; its first "
         "process\n"
         "                       prints a number, or - if it can't measure the probe\n"
         "  --short              little work, imprecise figures: for tests\n"
         "  --json               print a list of {name, unit, ours, peers, goal, better}\n"
         "  --child ENGINE PROBE SIZE BYTES THREADS  measure in this process and those started with it\n";
}

Arguments parse_arguments(CommandLine line) {
  Arguments arguments;
  std::string mpi;
  bool is_short = false;
  while (!line.is_at_end()) {
    const std::string option = line.next();
    if (arguments.common.take(option, line)) continue;
    if (option == "--mpi") {
      mpi = line.value_of(option);
    } else if (option == "--peer") {
      arguments.programs.push_back(peer_of(line.value_of(option)));
    } else if (option == "--short") {
      is_short = true;
    } else if (option == "--child") {
      arguments.child = child_of(option, line);
    } else {
      throw gusset::bench::unknown_option(option);
    }
  }
  if (arguments.child || arguments.common.wants_help) return arguments;
  for (Row row : rows()) {
    if (!arguments.common.wants(row.name)) continue;
    if (is_short) row.work = shortened(row.work);
    arguments.rows.push_back(row);
  }
  if (arguments.rows.empty()) throw ArgumentError("--rows: expected a match, found none");
  arguments.mpis = mpis_named(mpi);
  return arguments;
}

}  // namespace gusset::cluster::bench
