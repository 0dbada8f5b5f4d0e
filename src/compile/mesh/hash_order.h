#pragma once

// The order in which the reference's hash table lists what was put into it.

#include <cstdint>
#include <vector>

namespace thew::compile {

/// The items 0..n-1, inserted in this order with these hashes into an unordered map of libc++, in
/// the order of iteration.
std::vector<int> hash_order(const std::vector<std::uint64_t>& hashes);

}  // namespace thew::compile
