#include "policies/squad_state.hpp"

#include <algorithm>
#include <set>

namespace gusset::detail {

std::size_t count_domains(const PolicyContext& context) {
  return context.domains.empty() ? 1
                                 : std::set<DomainId>(context.domains.begin(), context.domains.end()).size();
}

SquadState::SquadState(const PolicyContext& context) {
  const std::set<DomainId> domains(context.domains.begin(), context.domains.end());
  for (const DomainId domain : domains) {
    Squad& squad = squads_.emplace_back();
    squad.domain = domain;
    for (std::size_t worker = 0; worker < context.workers; ++worker) {
      if (context.domains[worker] == domain) squad.workers.emplace_back(worker);
    }
  }
  for (const DomainId domain : context.domains) of_worker_.push_back(index_of(domain));
}

std::size_t SquadState::index_of(DomainId domain) const {
  const auto found = std::find_if(squads_.begin(), squads_.end(),
                                  [domain](const Squad& squad) { return squad.domain == domain; });
  return static_cast<std::size_t>(found - squads_.begin());
}

void SquadState::saw_data(std::uint64_t bytes) {
  std::uint64_t known = data_bytes();
  while (known < bytes && !data_bytes_.compare_exchange_weak(known, bytes, std::memory_order_relaxed)) {
  }
}

}  // namespace gusset::detail
