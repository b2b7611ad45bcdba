#include "short_messages.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gusset::cluster {
namespace {

constexpr int short_tag = 0;

}  // namespace

ShortSends::ShortSends(const MpiFunctions& mpi, MPI_Comm communicator)
    : mpi_(mpi), communicator_(communicator), texts_(std::make_unique<std::array<Text, slots>>()) {
  requests_.fill(mpi.request_null);
  for (int slot = slots; slot-- > 0;) free_.push_back(slot);
}

void ShortSends::send(unsigned to, std::span<const std::byte> text) {
  assert(text.size() <= short_bytes);
  if (free_.empty()) reclaim();
  if (free_.empty() || !waiting_.empty()) {  // messages leave in order
    waiting_.push_back({to, {text.begin(), text.end()}});
  } else {
    start(to, text);
  }
}

void ShortSends::progress() {
  if (active_ > 0) reclaim();
  while (!waiting_.empty() && !free_.empty()) {
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    start(next.to, next.text);
  }
}

void ShortSends::start(unsigned to, std::span<const std::byte> text) {
  const int slot = free_.back();
  std::byte* const copy = (*texts_)[static_cast<std::size_t>(slot)].data();
  MPI_Request& request = requests_[static_cast<std::size_t>(slot)];
  std::copy(text.begin(), text.end(), copy);
  mpi_.check(mpi_.isend(copy, static_cast<int>(text.size()), mpi_.byte, static_cast<int>(to), short_tag,
                        communicator_, &request),
             "MPI_Isend");
  int is_complete = 0;  // usually at once, because MPI copies most short messages
  mpi_.check(mpi_.test(&request, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
  if (is_complete != 0) return;
  free_.pop_back();
  ++active_;
}

void ShortSends::reclaim() {
  int completed = 0;
  std::array<int, slots> indices;
  mpi_.check(mpi_.testsome(slots, requests_.data(), &completed, indices.data(), MPI_STATUSES_IGNORE),
             "MPI_Testsome");
  if (completed == MPI_UNDEFINED) return;  // no active request
  free_.insert(free_.end(), indices.begin(), indices.begin() + completed);
  active_ -= completed;
}

ShortReceives::ShortReceives(const MpiFunctions& mpi, MPI_Comm communicator)
    : mpi_(mpi), texts_(std::make_unique<std::array<std::array<std::byte, short_bytes>, slots>>()) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    mpi_.check(mpi_.recv_init((*texts_)[i].data(), static_cast<int>(short_bytes), mpi_.byte, MPI_ANY_SOURCE,
                              short_tag, communicator, &requests_[i]),
               "MPI_Recv_init");
    mpi_.check(mpi_.start(&requests_[i]), "MPI_Start");
  }
}

bool ShortReceives::poll(Receiver& receiver) {
  for (int count = 0; count < most_at_once; ++count) {
    int is_complete = 0;
    MPI_Status status;
    mpi_.check(mpi_.test(&requests_[first_], &is_complete, &status), "MPI_Test");
    if (is_complete == 0) return count > 0;
    int bytes = 0;
    mpi_.check(mpi_.get_count(&status, mpi_.byte, &bytes), "MPI_Get_count");
    receiver.received(static_cast<unsigned>(status.MPI_SOURCE),
                      std::span((*texts_)[first_]).first(static_cast<std::size_t>(bytes)));
    mpi_.check(mpi_.start(&requests_[first_]), "MPI_Start");
    first_ = (first_ + 1) % requests_.size();
  }
  return true;
}

void ShortReceives::stop() {
  for (MPI_Request& request : requests_) {
    mpi_.check(mpi_.cancel(&request), "MPI_Cancel");
    mpi_.check(mpi_.wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    mpi_.check(mpi_.request_free(&request), "MPI_Request_free");
  }
}

}  // namespace gusset::cluster
