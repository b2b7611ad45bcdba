#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include "output/errors.hpp"
#include "output/units.hpp"

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

std::uint64_t parse_count(const std::string& command, const std::string& option, const std::string& text,
                          std::uint64_t minimum, std::uint64_t maximum) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || value < minimum || value > maximum) {
    throw errors::bad_value(
        command, option, "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
        text);
  }
  return value;
}

std::int64_t parse_time(const std::string& command, const std::string& option, const std::string& text) {
  const auto time_ns = parse_duration_ns(text);
  if (!time_ns) throw errors::bad_value(command, option, "a time with a unit, such as 1.5ms", text);
  return *time_ns;
}

std::vector<std::string> between_commas(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::uint64_t parse_threads(const std::string& command, const std::string& text) {
  return parse_count(command, "--threads", text, 1, most_threads);
}

void require_network(simulator::NetworkEngine network, const simulator::Platform& platform,
                     const std::string& source) {
  const auto possible = simulator::check_network(network, platform, "--network", source);
  if (!possible.ok()) throw Failure(possible.error().message(), Failure::misused);
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
