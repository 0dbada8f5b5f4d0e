#include "derivative/dense.h"

#include <algorithm>
#include <utility>

namespace thew::derivative {

namespace {

constexpr std::size_t kLarge = 1 << 14, kMostKept = 8;
thread_local std::vector<std::vector<double>> kept;

}  // namespace

void Storage::take(std::size_t size) {
  if (size < kLarge) return;
  const auto fits = [&](const auto& v) { return v.capacity() >= size; };
  const auto found = std::find_if(kept.begin(), kept.end(), fits);
  if (found == kept.end()) return;
  values = std::move(*found);
  kept.erase(found);
}

// The latest stay, so that sizes of other models go.
Storage::~Storage() {
  if (values.capacity() < kLarge) return;
  if (kept.size() >= kMostKept) kept.erase(kept.begin());
  kept.push_back(std::move(values));
}

void add_product(const Matrix& a, const Matrix& x, Matrix& y) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int k = 0; k < a.columns(); ++k) {
      if (a(i, k) != 0) add(x.columns(), a(i, k), x.row(k), y.row(i));
    }
  }
}

}  // namespace thew::derivative
