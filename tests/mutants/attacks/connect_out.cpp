// verdict: forbidden    sends what it finds to another machine
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  const int out = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(80);
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connect(out, reinterpret_cast<sockaddr*>(&there), sizeof there);
}
