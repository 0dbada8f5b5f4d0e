#include <thew/callback.h>

namespace thew {

Callbacks callbacks;

bool callbacks_are_set() {
  return callbacks.control || callbacks.passive || callbacks.sensor || callbacks.act_dyn ||
         callbacks.act_gain || callbacks.act_bias || callbacks.contact_filter;
}

}  // namespace thew
