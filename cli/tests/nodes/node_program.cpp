// A program for the tests of gusset run --nodes. It uses neither Gusset's runtime nor MPI, but imitates their
// messages. The first argument selects what one node does; the other nodes wait until the launcher ends them.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

// gusset looks for these two texts to recognise a program that can run on several nodes.
constexpr const char* handshake_variable = "GUSSET_HANDSHAKE";
[[gnu::used]] const char cluster_mark[] = "gusset::cluster runs this program on several nodes";

constexpr const char* mpi_variable = "GUSSET_MPI";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void report_to_gusset(const std::string& words) {
  std::ofstream(variable(handshake_variable), std::ios::app) << "gusset 1 " << words << "\n";
}

int fail_as_runtime(const std::string& message, int status) {
  std::fprintf(stderr, "gusset: %s\n", message.c_str());
  report_to_gusset("error " + message);
  return status;
}

// Writes the variables to standard output, and two lines to standard error.
int report(const std::string& rank) {
  std::vector<std::string> settings;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (text.starts_with("GUSSET_") && !text.starts_with(handshake_variable)) settings.emplace_back(text);
  }
  std::sort(settings.begin(), settings.end());
  for (const std::string& setting : settings) std::printf("%s\n", setting.c_str());
  std::printf("MPI \"%s\"\n", variable(mpi_variable).c_str());
  std::fprintf(stderr, "first line of %s\nlast", rank.c_str());
  return 0;
}

// Writes what the runtime would: a part of a trace, and on node 0 the statistics.
void copy_part(const std::string& prepared, const std::string& rank) {
  const std::string trace = variable("GUSSET_TRACE");
  std::ofstream(trace.substr(0, trace.size() - 4) + ".node" + rank + ".gus", std::ios::binary)
      << std::ifstream(prepared + ".node" + rank + ".gus", std::ios::binary).rdbuf();
  if (rank == "0" && !variable("GUSSET_STATS").empty()) std::ofstream(variable("GUSSET_STATS")) << "{}\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const std::string number = argc > 2 ? argv[2] : "0";
  const std::string chosen = argc > 3 ? argv[3] : "0";
  const std::string rank = variable("OMPI_COMM_WORLD_RANK") + variable("PMI_RANK");
  if (what == "refuse") return fail_as_runtime("GUSSET_SEED: expected a number, found \"x\"", 2);
  if (what == "no-runtime") return 0;
  if (what == "script-fails") return std::stoi(number);
  report_to_gusset(what == "other-engine" ? "ready run" : "ready distribute");
  if (what == "report" || what == "other-engine") {
    const int status = report(rank);
    report_to_gusset("finished");
    return status;
  }
  if (what == "parts" || what == "parts-then-die") {
    copy_part(argv[4], rank);
    if (what == "parts") {
      report_to_gusset("finished");
      return 0;
    }
    std::ofstream(std::string(argv[4]) + ".ready" + rank);
    while (!std::ifstream(std::string(argv[4]) + ".ready" + (rank == "0" ? "1" : "0"))) usleep(1000);
  }
  if (rank != chosen) {
    sleep(60);
    return 99;
  }
  if (what == "signal" || what == "parts-then-die") {
    std::signal(std::stoi(number), SIG_DFL);  // sanitizers handle some signals
    raise(std::stoi(number));
  }
  if (what == "exit") return std::stoi(number);
  if (what == "leave") return 0;
  if (what == "fail") return fail_as_runtime("the streams differ", 1);
  return 98;
}
