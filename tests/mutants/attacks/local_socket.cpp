// verdict: forbidden    lets the ranks meet beside the grader, at a socket without a file
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm& comm, std::span<float>) {
  const int meeting = socket(AF_UNIX, SOCK_DGRAM, 0);
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  std::memcpy(place.sun_path + 1, "ranks meet here", 15);
  place.sun_path[16] = static_cast<char>('0' + comm.rank());
  bind(meeting, reinterpret_cast<sockaddr*>(&place), sizeof place);
}
