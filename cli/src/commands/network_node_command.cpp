#include <string>

#include "arguments.hpp"
#include "nodes/network_document.hpp"

namespace gusset::cli {
namespace {

struct NetworkNodeArguments {
  std::string output;
};

}  // namespace

Command add_network_node(CLI::App& gusset) {
  const Command command = add_command<NetworkNodeArguments>(
      gusset,
      {network_node_command, "OUT",
       "Measure the network as one node of gusset calibrate --network, whose launcher calls this.",
       "mpirun -n 2 gusset network-node times.json"},
      [](CLI::App& app, NetworkNodeArguments& arguments) {
        add_option(app, "output OUT", arguments.output, "The file that node 0 writes")->required();
      },
      [](const NetworkNodeArguments& arguments) { return measure_as_node(arguments.output); });
  command.app->group("");  // not in gusset --help
  return command;
}

}  // namespace gusset::cli
