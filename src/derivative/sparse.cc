#include "derivative/sparse.h"

#include <algorithm>

#include "constraint/block.h"
#include "model/coupling.h"

namespace thew::derivative {

Layout::Layout(constraint::Pattern& pattern) {
  pattern.fill_in();
  row_.reserve(static_cast<std::size_t>(pattern.rows()) + 1);
  for (int i = 0; i < pattern.rows(); ++i) {
    row_.push_back(run_.size());
    pattern.each_column(i, [&](int k) {
      if (run_.size() > row_.back() && run_.back().end == k) {
        ++run_.back().end;
      } else {
        run_.push_back({k, k + 1, size_ - k});
      }
      ++size_;
    });
  }
  row_.push_back(run_.size());
}

// Of the dofs that something joins the last one has all others; elimination does the rest.
std::shared_ptr<const Layout> layout_of(const Model& m, const Data& d) {
  const int n = static_cast<int>(m.nv);
  std::vector<std::byte> bytes(static_cast<std::size_t>(n) * static_cast<std::size_t>(n / 64 + 1) *
                                   (sizeof(std::uint64_t) + sizeof(int)) +
                               128);
  Memory memory(bytes);
  constraint::Pattern pattern(n, memory);
  for (int i = 0; i < n; ++i) {
    for (int k = i; k >= 0; k = m.dof_parentid[k]) pattern.add(i, k);
  }
  const auto join = [&](const int* dofs, int count) {
    const int last = count > 0 ? *std::max_element(dofs, dofs + count) : 0;
    for (int k = 0; k < count; ++k) pattern.add(last, dofs[k]);
  };
  if (d.nefc > 0) {
    for (const constraint::Block& block : constraint::blocks(d))
      join(d.kept.block_column.data() + block.column, block.columns);
  }
  for (int i = 0; i < coupling_count(m); ++i) {
    const Coupling<double> c = coupling(m, d, i);
    if (c.scale != 0) join(c.column, c.count);
  }
  return std::make_shared<const Layout>(pattern);
}

Sparse::Sparse(std::shared_ptr<const Layout> layout, bool symmetric)
    : layout_(std::move(layout)), symmetric_(symmetric) {
  const auto size = static_cast<std::size_t>(layout_->size());
  lower_.set_zero(size);
  if (!symmetric) upper_.set_zero(size);
}

Sparse Sparse::without_symmetry() const {
  Sparse result = *this;
  if (symmetric_) result.upper_ = result.lower_;
  result.symmetric_ = false;
  return result;
}

void Sparse::multiply(const double* x, double* y) const {
  const double *below = lower(), *above = upper();
  for (int i = 0; i < rows(); ++i) {
    double sum = 0;
    for (const Layout::Run& run : layout_->runs(i)) {
      const int end = std::min(run.end, i);
      sum += dot(end - run.first, below + run.at + run.first, x + run.first);
      derivative::add(end - run.first, x[i], above + run.at + run.first, y + run.first);
    }
    y[i] = math::fma(below[place(i, i)], x[i], sum);
  }
}

void Sparse::add_product(const Matrix& x, Matrix& y) const {
  const int width = x.columns();
  for (int i = 0; i < rows(); ++i) {
    derivative::add(width, lower()[place(i, i)], x.row(i), y.row(i));
    layout_->each_before(i, [&](int k, std::ptrdiff_t at) {
      if (lower()[at] != 0) derivative::add(width, lower()[at], x.row(k), y.row(i));
      if (upper()[at] != 0) derivative::add(width, upper()[at], x.row(i), y.row(k));
    });
  }
}

// A = U D^-1 L: U and L stand above and below the diagonal, and both have D on it.
bool Sparse::factor() {
  inverse_.resize(static_cast<std::size_t>(rows()));
  for (int k = rows() - 1; k >= 0; --k) {
    const double pivot = lower()[place(k, k)];
    if (!(pivot > 0)) return false;
    inverse_[static_cast<std::size_t>(k)] = 1 / pivot;
    eliminate(k, upper(), lower_.values.data());
    if (!symmetric_) eliminate(k, lower(), upper_.values.data());
  }
  return true;
}

// Rows that row k touches, less what it has of them. All its columns before one of theirs are among
// their own.
void Sparse::eliminate(int k, const double* factors, double* rows) const {
  const double inverse = inverse_[static_cast<std::size_t>(k)];
  layout_->each_before(k, [&](int i, std::ptrdiff_t at) {
    const double share = factors[at] * inverse;
    if (share == 0) return;
    const Layout::Run* own = layout_->runs(i).data();
    for (const Layout::Run& run : layout_->runs(k)) {
      if (run.first > i) break;
      while (own->end <= run.first) ++own;
      derivative::add(std::min(run.end, i + 1) - run.first, -share, rows + run.at + run.first,
                      rows + own->at + run.first);
    }
  });
}

void Sparse::solve(Matrix& x) const {
  const int width = x.columns();
  const auto inverse = [&](int k) { return inverse_[static_cast<std::size_t>(k)]; };
  for (int k = rows() - 1; k > 0; --k) {
    layout_->each_before(k, [&](int i, std::ptrdiff_t at) {
      if (upper()[at] != 0) derivative::add(width, -upper()[at] * inverse(k), x.row(k), x.row(i));
    });
  }
  for (int i = 0; i < rows(); ++i) {
    layout_->each_before(i, [&](int k, std::ptrdiff_t at) {
      if (lower()[at] != 0) derivative::add(width, -lower()[at], x.row(k), x.row(i));
    });
    for (int c = 0; c < width; ++c) x(i, c) *= inverse(i);
  }
}

void Sparse::solve(const double* lower, const double* upper, double* x) const {
  const auto inverse = [&](int k) { return inverse_[static_cast<std::size_t>(k)]; };
  for (int k = rows() - 1; k > 0; --k) {
    const double scaled = x[k] * inverse(k);
    for (const Layout::Run& run : layout_->runs(k)) {
      derivative::add(std::min(run.end, k) - run.first, -scaled, upper + run.at + run.first,
                      x + run.first);
    }
  }
  for (int i = 0; i < rows(); ++i) {
    double rest = x[i];
    for (const Layout::Run& run : layout_->runs(i))
      rest -= dot(std::min(run.end, i) - run.first, lower + run.at + run.first, x + run.first);
    x[i] = rest * inverse(i);
  }
}

}  // namespace thew::derivative
