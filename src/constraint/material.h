#pragma once

// Flexes that constraints on positions hold in shape (deformable/xpbd.h), in the solve of what they
// touch. As points alone their vertices would give way to whatever rests on them. So where they
// touch or carry something that moves, the solver has the material too: over a step of h a
// constraint C with compliance alpha and damping beta pulls with
//   -grad C (C + (h + beta) grad C . v + (h^2 + h beta) grad C . a) / alpha,
// which is a row with the weight (h^2 + h beta) / alpha. The softness of a contact goes with the
// inverse masses of its sides, of which points have a lot; as the material holds them, that of the
// other side alone counts.

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// By dof, how the flex is coupled (FlexXpbd) whose points and hinges are held so; None for other
/// dofs. Null without memory for it.
signed char* mark_points(const Model& m, Memory& memory);

/// Whether the material is in the solve of this step: known once its rows are assembled.
template <class T>
bool is_material_coupled(const Model& m, const BasicData<T>& d, Memory memory);

/// The problem with the rows of all such flexes behind its own, in new memory.
template <class T>
BasicProblem<T> with_material_rows(const Model& m, const BasicData<T>& d, const BasicProblem<T>& p,
                                   Memory& memory);

}  // namespace thew::constraint
