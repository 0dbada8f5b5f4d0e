// Pairs of geoms that collide in any case, and pairs of bodies that never do.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"
#include "model/pair_signature.h"

namespace thew::compile {

namespace {

template <class Entries>
void sort_by_signature(Entries& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.signature < b.signature; });
}

// Sorting gave new numbers.
template <class Entries>
void rename(Draft& draft, ObjectType type, const Entries& entries) {
  draft.names.clear(type);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    draft.names.add(type, entries[i].spec->name, static_cast<int>(i));
  }
}

}  // namespace

void compile_contacts(Draft& draft) {
  for (PairDraft& pair : draft.pairs) {
    const Pair& spec = *pair.spec;
    pair.geom1 = draft.refer(spec, "pair", ObjectType::Geom, spec.geomname1);
    pair.geom2 = draft.refer(spec, "pair", ObjectType::Geom, spec.geomname2);
    if (draft.geoms[pair.geom1].body > draft.geoms[pair.geom2].body) {
      std::swap(pair.geom1, pair.geom2);
    }
    pair.signature =
        model::pair_signature(draft.geoms[pair.geom1].body, draft.geoms[pair.geom2].body);
    const int condim = spec.condim.value_or(3);
    if (condim != 1 && condim != 3 && condim != 4 && condim != 6) {
      draft.fail(spec, "pair", "condim must be 1, 3, 4 or 6");
    }
  }
  for (ExcludeDraft& exclude : draft.excludes) {
    const Exclude& spec = *exclude.spec;
    const int a = draft.refer(spec, "exclude", ObjectType::Body, spec.bodyname1);
    const int b = draft.refer(spec, "exclude", ObjectType::Body, spec.bodyname2);
    exclude.signature = model::pair_signature(std::min(a, b), std::max(a, b));
  }
  sort_by_signature(draft.pairs);
  sort_by_signature(draft.excludes);
  rename(draft, ObjectType::Pair, draft.pairs);
  rename(draft, ObjectType::Exclude, draft.excludes);
}

void write_contacts(const Draft& draft, Model& m) {
  for (int i = 0; i < m.npair; ++i) {
    const PairDraft& pair = draft.pairs[i];
    const Pair& spec = *pair.spec;
    m.pair_dim[i] = spec.condim.value_or(3);
    m.pair_geom1[i] = pair.geom1;
    m.pair_geom2[i] = pair.geom2;
    m.pair_signature[i] = static_cast<int>(pair.signature);
    put(m.pair_solref, i, spec.solref.value_or(kSolRef));
    put(m.pair_solreffriction, i, spec.solreffriction.value_or(SolRef{}));
    put(m.pair_solimp, i, spec.solimp.value_or(kSolImp));
    m.pair_margin[i] = spec.margin.value_or(0);
    m.pair_gap[i] = spec.gap.value_or(0);
    m.pair_adhesion[i] = spec.adhesion.value_or(0);
    put(m.pair_friction, i, spec.friction.value_or(kPairFriction));
  }
  for (int i = 0; i < m.nexclude; ++i)
    m.exclude_signature[i] = static_cast<int>(draft.excludes[i].signature);
}

}  // namespace thew::compile
