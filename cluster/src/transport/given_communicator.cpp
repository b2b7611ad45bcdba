#include "transport/given_communicator.hpp"

#include <mutex>

#include "gusset/cluster/use_communicator.hpp"

namespace gusset::cluster {
namespace {

std::mutex given_mutex;

std::vector<std::byte>& given() {
  static std::vector<std::byte> bytes;
  return bytes;
}

}  // namespace

void use_communicator(const void* communicator, std::size_t bytes) {
  const auto* const first = static_cast<const std::byte*>(communicator);
  const std::lock_guard guard(given_mutex);
  given().assign(first, first + bytes);
}

std::vector<std::byte> given_communicator() {
  const std::lock_guard guard(given_mutex);
  return given();
}

}  // namespace gusset::cluster
