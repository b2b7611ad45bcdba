#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/base/text.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"
#include "threads/threaded_engine.hpp"

namespace gusset {

namespace {

constexpr const char* built_in_kind = "run";

/// Made on first use: other libraries register during static initialisation, in any order.
struct EngineRegistry {
  EngineRegistry() {
    kinds.emplace(built_in_kind,
                  EngineKind{built_in_kind, {}, [](const Options& options) -> std::unique_ptr<Engine> {
                               return std::make_unique<detail::ThreadedEngine<detail::Plain>>(options);
                             }});
  }
  std::mutex mutex;
  std::map<std::string, EngineKind> kinds;
};

EngineRegistry& engine_registry() {
  static EngineRegistry& instance =
      *new EngineRegistry;  // never destroyed, because code that registers may outlive it
  return instance;
}

std::string variable_name(std::string setting) {
  std::transform(setting.begin(), setting.end(), setting.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return "GUSSET_" + setting;
}

std::string missing_engine(const std::string& name) {
  std::string line =
      "this program lacks the engine \"" + name + "\" (it has: " + joined(engine_names()) + ")";
  if (name == "record") line += "; link gusset::core_tracing";
  if (name == "distribute") line += "; link gusset::cluster";
  if (name == "simulate") line += "; link gusset::simulator";
  return line;
}

void check_settings(const EngineKind& kind, const Options& options) {
  for (const auto& [setting, value] : options.settings) {
    if (std::find(kind.settings.begin(), kind.settings.end(), setting) != kind.settings.end()) continue;
    std::vector<std::string> known{"GUSSET_BOUNDARY",  "GUSSET_ENGINE",        "GUSSET_GRID",
                                   "GUSSET_HANDSHAKE", "GUSSET_PIN",           "GUSSET_POLICY",
                                   "GUSSET_SCHEDULE",  "GUSSET_SCHEDULE_FORM", "GUSSET_SEED",
                                   "GUSSET_THREADS",   "GUSSET_WINDOW"};
    for (const std::string& other : kind.settings) known.push_back(variable_name(other));
    throw ConfigurationError(variable_name(setting),
                             "a setting of the engine \"" + kind.name + "\" (" + joined(known) + ")",
                             "an unknown one");
  }
}

}  // namespace

bool register_engine(EngineKind kind) {
  EngineRegistry& engines = engine_registry();
  const std::lock_guard guard(engines.mutex);
  std::string name = kind.name;
  return engines.kinds.try_emplace(std::move(name), std::move(kind)).second;
}

std::vector<std::string> engine_names() {
  EngineRegistry& engines = engine_registry();
  const std::lock_guard guard(engines.mutex);
  std::vector<std::string> names{built_in_kind};
  for (const auto& [name, kind] : engines.kinds) {
    if (name != built_in_kind) names.push_back(name);
  }
  return names;
}

std::unique_ptr<Engine> make_engine(const Options& options) {
  EngineKind kind;
  {
    EngineRegistry& engines = engine_registry();
    const std::lock_guard guard(engines.mutex);
    if (const auto found = engines.kinds.find(options.engine); found != engines.kinds.end())
      kind = found->second;
  }
  if (!kind.make) throw ConfigurationError(missing_engine(options.engine));
  check_settings(kind, options);
  if (options.threads > max_threads) {
    throw ConfigurationError("GUSSET_THREADS", "a whole number from 1 to " + std::to_string(max_threads),
                             double_quoted(std::to_string(options.threads)));
  }
  return kind.make(options);
}

}  // namespace gusset
