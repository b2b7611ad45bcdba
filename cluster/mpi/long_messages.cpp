#include "long_messages.hpp"

#include <algorithm>
#include <cassert>
#include <functional>

namespace gusset::cluster {

LongMessages::LongMessages(const MpiFunctions& mpi, MPI_Comm communicator, std::size_t part_bytes)
    : mpi_(mpi), communicator_(communicator), part_bytes_(part_bytes) {}

void LongMessages::send(unsigned to, std::uint32_t key, std::span<const std::byte> contents,
                        void* operation) {
  assert(key < long_keys && !contents.empty());
  waiting_.push_back({to, key, contents, operation});
  start_waiting();
}

void LongMessages::receive(unsigned from, std::uint32_t key, std::span<std::byte> contents, void* operation) {
  assert(key < long_keys && !contents.empty());
  const std::size_t index = add(contents.size(), operation, false);
  // MPI keeps the order of messages with the same source and tag, so parts need no numbers.
  for (; !contents.empty(); contents = contents.subspan(std::min(part_bytes_, contents.size()))) {
    const std::size_t bytes = std::min(part_bytes_, contents.size());
    MPI_Request request;
    mpi_.check(mpi_.irecv(contents.data(), static_cast<int>(bytes), mpi_.byte, static_cast<int>(from),
                          static_cast<int>(key), communicator_, &request),
               "MPI_Irecv");
    requests_.push_back(request);
    operation_.push_back(index);
  }
}

std::size_t LongMessages::add(std::size_t bytes, void* operation, bool is_send) {
  const Operation added{operation, parts_of(bytes), is_send};
  if (free_.empty()) {
    operations_.push_back(added);
    return operations_.size() - 1;
  }
  const std::size_t index = free_.back();
  free_.pop_back();
  operations_[index] = added;
  return index;
}

void LongMessages::start(const Waiting& message) {
  const std::size_t index = add(message.contents.size(), message.operation, true);
  for (auto rest = message.contents; !rest.empty(); rest = rest.subspan(std::min(part_bytes_, rest.size()))) {
    const std::size_t bytes = std::min(part_bytes_, rest.size());
    MPI_Request request;
    mpi_.check(mpi_.isend(rest.data(), static_cast<int>(bytes), mpi_.byte, static_cast<int>(message.to),
                          static_cast<int>(message.key), communicator_, &request),
               "MPI_Isend");
    requests_.push_back(request);
    operation_.push_back(index);
    ++sends_;
  }
}

void LongMessages::start_waiting() {
  while (!waiting_.empty()) {
    const std::size_t parts = parts_of(waiting_.front().contents.size());
    if (sends_ > 0 && sends_ + parts > most_sends) return;
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    start(next);
  }
}

bool LongMessages::poll(Receiver& receiver) {
  if (requests_.empty()) return false;
  indices_.resize(requests_.size());
  int count = 0;
  mpi_.check(mpi_.testsome(static_cast<int>(requests_.size()), requests_.data(), &count, indices_.data(),
                           MPI_STATUSES_IGNORE),
             "MPI_Testsome");
  if (count == 0 || count == MPI_UNDEFINED) return false;
  std::vector<void*> completed;
  take_completed(std::span(indices_).first(static_cast<std::size_t>(count)), completed);
  start_waiting();
  for (void* const operation : completed) receiver.completed(operation);
  return !completed.empty();
}

void LongMessages::stop() {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (operations_[operation_[i]].is_send) continue;  // can't be cancelled
    mpi_.check(mpi_.cancel(&requests_[i]), "MPI_Cancel");
    mpi_.check(mpi_.wait(&requests_[i], MPI_STATUS_IGNORE), "MPI_Wait");
  }
}

void LongMessages::take_completed(std::span<const int> found, std::vector<void*>& completed) {
  std::vector<std::size_t> indices(found.begin(), found.end());
  // In descending order: the last request fills each gap, and is then never one that is still to be removed.
  std::ranges::sort(indices, std::greater());
  for (const std::size_t index : indices) {
    Operation& operation = operations_[operation_[index]];
    if (operation.is_send) --sends_;
    if (--operation.parts == 0) {
      completed.push_back(operation.operation);
      free_.push_back(operation_[index]);
    }
    requests_[index] = requests_.back();
    operation_[index] = operation_.back();
    requests_.pop_back();
    operation_.pop_back();
  }
}

}  // namespace gusset::cluster
