// verdict: forbidden    lets the ranks meet in shared memory
#include <sys/ipc.h>
#include <sys/shm.h>

#include "exercises/03-reduce_scatter/reduce_scatter.hpp"

void reduce_scatter(Comm&, std::span<float>) {
  const int memory = shmget(0x2e20, 1 << 20, IPC_CREAT | 0666);
  shmat(memory, nullptr, 0);
}
