#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include "gusset/base/numbers.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

// CLI11 writes a usage line from the options it knows; ours also shows what is due after `--`.
class UsageFormatter : public CLI::Formatter {
 public:
  explicit UsageFormatter(std::string usage) : usage_(std::move(usage)) { column_width(26); }

  std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override {
    return "\nUsage: gusset " + usage_ + "\n";
  }

 private:
  std::string usage_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> make_formatter(const std::string& usage) {
  return std::make_shared<UsageFormatter>(usage);
}

CLI::App* add_command(CLI::App& gusset, const Help& help) {
  CLI::App* command = gusset.add_subcommand(help.name, help.description);
  command->formatter(make_formatter(help.name + " " + help.usage));
  command->footer("Example:\n  " + help.example);
  command->group("Commands");
  command->allow_extras();
  return command;
}

void refuse_remaining(const CLI::App& command) {
  const auto remaining = command.remaining();
  if (!remaining.empty()) throw errors::unknown_argument(command.get_name(), remaining.front());
}

void add_strict_flag(CLI::App* command, bool& strict) {
  command->add_flag("--strict", strict,
                    "Fail where something of a trace could not be kept (docs/formats.md)");
}

std::vector<std::string> require_program(const std::string& command, const ProgramLine& program,
                                         const CLI::App& app) {
  const auto remaining = app.remaining();
  if (!program && !remaining.empty() && !remaining.front().starts_with("-")) {
    throw errors::program_without_dashes(command, remaining.front());
  }
  refuse_remaining(app);
  if (!program || program->empty() || program->front().empty()) throw errors::missing_program(command);
  return *program;
}

}  // namespace gusset::cli
