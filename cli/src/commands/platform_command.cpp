#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/table.hpp"

namespace gusset::cli {
namespace {

struct PlatformArguments {
  std::string platform;
};

simulator::Platform read(const std::string& argument) {
  return required(simulator::platform_from_argument(argument, "platform"));
}

std::string topology_text(const simulator::Topology& topology) {
  std::string text(name_of(topology.kind));
  if (topology.kind == simulator::Topology::Kind::fat_tree) text = "fat tree";
  const auto room = places(topology);
  return room ? text + " of " + std::to_string(*room) : text;
}

std::string list() {
  const std::vector<std::string> names = simulator::platform_names();
  Table table({"name", "cores", "GFlop/s per core", "memory", "network", "latency", "bandwidth"});
  for (const std::string& name : names) {
    const simulator::Platform platform = read(name);
    const bool has_switches = platform.topology.kind != simulator::Topology::Kind::crossbar;
    table.add_row({name, std::to_string(platform.cores),
                   platform.gflops_per_core ? fixed_text(*platform.gflops_per_core, 1) : "-",
                   platform.memory_bytes ? bytes_text(static_cast<double>(*platform.memory_bytes)) : "-",
                   topology_text(platform.topology),
                   duration_text(platform.latency_s) + (has_switches ? " per link" : ""),
                   bandwidth_text(platform.bandwidth_bytes_per_s)});
  }
  return count_text(names.size() - 1, "built-in machine") +
         ", and this (the local machine). --platform NAME predicts for a machine; gusset platform NAME "
         "prints it with its sources.\n\n" +
         table.text();
}

}  // namespace

Command add_platform(CLI::App& gusset) {
  return add_command<PlatformArguments>(
      gusset,
      {"platform", "[NAME|FILE|n:c:gflops:latency:bandwidth]",
       "List the built-in machines, or print a machine as JSON.",
       "gusset platform rackham > mine.json  # a copy to change and predict for"},
      [](CLI::App& command, PlatformArguments& arguments) {
        add_option(command, "PLATFORM", arguments.platform,
                   "The machine: a name, this (the local machine), a JSON file, a SimGrid XML file, or\n"
                   "five numbers. Without PLATFORM, list the names");
      },
      [](const PlatformArguments& arguments) {
        print(arguments.platform.empty() ? list() : to_json(read(arguments.platform)));
        return 0;
      });
}

}  // namespace gusset::cli
