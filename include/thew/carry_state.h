#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/spec_edit.h>

namespace thew {

/// Carries the state of a world over to a model that was compiled after edits of its spec: time,
/// and what each joint, actuator and mocap body has that is there in both (spec::state_owners,
/// taken when the models were compiled). What is new keeps what `to` has.
void carry_state(const Model& before, const Data& from, const spec::StateOwners& old,
                 const Model& after, Data& to, const spec::StateOwners& now);

}  // namespace thew
