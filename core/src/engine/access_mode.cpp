#include "gusset/core/access_mode.hpp"

#include <mutex>

#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

struct AccessTypeRegistry {
  std::mutex mutex;
  std::vector<std::string> names{"read", "write", "add"};
  std::vector<AccessMode> modes{AccessMode::read, AccessMode::write, AccessMode::add};
};

AccessTypeRegistry& access_type_registry() {
  static AccessTypeRegistry& instance =
      *new AccessTypeRegistry;  // never destroyed: workers may run until the process ends
  return instance;
}

AccessTraits traits_of(AccessMode mode) {
  return {commutes(mode), is_exclusive(mode), modifies(mode)};
}

AccessMode encoded(std::size_t index, const AccessTraits& traits) {
  return static_cast<AccessMode>(index << 3 | (traits.exclusive ? 4u : 0u) | (traits.modifies ? 2u : 0u) |
                                 (traits.commutes ? 1u : 0u));
}

std::string text(const AccessTraits& traits) {
  return std::string(traits.commutes ? "commutes" : "does not commute") +
         (traits.exclusive ? ", exclusive" : ", not exclusive") +
         (traits.modifies ? ", modifies" : ", does not modify");
}

UsageError refusal(std::string_view name, const std::string& expected, const std::string& found) {
  return UsageError("access mode \"" + std::string(name) + "\": expected " + expected + ", found " + found);
}

}  // namespace

AccessMode define_access_mode(std::string_view name, AccessTraits traits) {
  if (name.empty()) throw refusal(name, "a name", "none");
  if (!traits.exclusive && !traits.commutes)
    throw refusal(name, "a mode that does not commute to be exclusive", text(traits));
  if (!traits.exclusive && traits.modifies)
    throw refusal(name, "a mode that modifies to be exclusive", text(traits));

  AccessTypeRegistry& known = access_type_registry();
  const std::lock_guard guard(known.mutex);
  for (std::size_t i = 0; i < known.names.size(); ++i) {
    if (known.names[i] != name) continue;
    const AccessTraits earlier = traits_of(known.modes[i]);
    if (earlier != traits)
      throw refusal(name, "the traits it already has (" + text(earlier) + ")", text(traits));
    return known.modes[i];
  }
  if (known.names.size() == max_access_modes)
    throw refusal(name, "at most " + std::to_string(max_access_modes) + " modes in a program", "one more");
  known.modes.push_back(encoded(known.modes.size(), traits));
  known.names.emplace_back(name);
  return known.modes.back();
}

std::string name(AccessMode mode) {
  AccessTypeRegistry& known = access_type_registry();
  const std::lock_guard guard(known.mutex);
  return known.names.at(static_cast<std::size_t>(index_of(mode)));
}

std::vector<AccessMode> access_modes() {
  AccessTypeRegistry& known = access_type_registry();
  const std::lock_guard guard(known.mutex);
  return known.modes;
}

}  // namespace gusset
