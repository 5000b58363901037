// Exercise 7: the average of a model's gradients over ranks, in buckets.
#pragma once

#include <cstddef>
#include <span>

#include "exercises/comm/comm.hpp"

using zerolab::Comm;

// In place. Each of `gradients` is one tensor's; all ranks have the same tensors in the same order.
// Laid end to end, and cut into buckets of bucket_elements (the last may be shorter; a tensor may
// lie in several buckets, and a bucket hold several tensors); each bucket, in order, is one
// all_reduce of exercise 5, then divided by N. bucket_elements is at least 1. Needs memory for one
// bucket, not for all.
void sync_gradients(Comm& comm, std::span<const std::span<float>> gradients,
                    std::size_t bucket_elements);
