// Equalities.

#include "constraint/builder.h"

namespace thew::constraint {

template <class T>
void count_equalities(const Model&, const BasicData<T>&, RowCount&) {}

template <class T>
void make_equalities(const Model&, BasicData<T>&, Builder<T>&) {}

template <class T>
void estimate_equality(const Model&, const BasicData<T>&, const Block&, T*) {}

template void count_equalities(const Model&, const Data&, RowCount&);
template void make_equalities(const Model&, Data&, Builder<double>&);
template void estimate_equality(const Model&, const Data&, const Block&, double*);

}  // namespace thew::constraint
