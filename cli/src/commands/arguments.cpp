#include "arguments.hpp"

#include "gusset/base/utf8.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

constexpr std::size_t help_column = 26;  // where descriptions begin

// CLI11's usage line lists the options that it knows; this one also shows what follows `--`.
class UsageFormatter : public CLI::Formatter {
 public:
  explicit UsageFormatter(std::string usage) : usage_(std::move(usage)) { column_width(help_column); }

  std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override {
    return "\nUsage: gusset " + usage_ + "\n";
  }

  // CLI11 counts bytes to align descriptions, so names with "…" would shift them.
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string name = "  " + make_option_name(option, is_positional) + make_option_opts(option);
    const std::size_t width = character_count(name);
    const std::string indentation(help_column, ' ');
    std::string text =
        name + (width < help_column ? std::string(help_column - width, ' ') : "\n" + indentation);
    for (const char c : make_option_desc(option)) text += c == '\n' ? "\n" + indentation : std::string(1, c);
    return text + "\n";
  }

 private:
  std::string usage_;
};

}  // namespace

std::shared_ptr<CLI::Formatter> make_formatter(const std::string& usage) {
  return std::make_shared<UsageFormatter>(usage);
}

CLI::App* new_command(CLI::App& gusset, const Help& help) {
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

void add_strict_flag(CLI::App& command, bool& strict) {
  command.add_flag("--strict", strict, "Fail instead of dropping what a trace can't hold (docs/formats.md)");
}

void add_json_flag(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print a JSON document instead of text (docs/commands.md)");
}

void add_trace_arguments(CLI::App& command, TraceArguments& arguments) {
  add_trace_option(command, "T.gus", arguments.path,
                   "The trace: measured, predicted or imported (docs/formats.md); - is standard input");
  add_json_flag(command, arguments.json);
  add_strict_flag(command, arguments.strict);
}

void require_trace(const CLI::App& command, const TraceArguments& arguments) {
  refuse_remaining(command);
  if (arguments.path.empty()) throw errors::missing_argument(command.get_name(), "a trace (T.gus)");
}

const std::vector<std::string>& require_program(const CLI::App& command, const ProgramLine& program) {
  const auto remaining = command.remaining();
  if (!program && !remaining.empty() && !remaining.front().starts_with("-"))
    throw errors::program_without_dashes(command.get_name(), remaining.front());
  refuse_remaining(command);
  if (!program || program->empty() || program->front().empty())
    throw errors::missing_program(command.get_name());
  return *program;
}

}  // namespace gusset::cli
