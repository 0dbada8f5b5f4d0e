#include <thew/callback.h>

namespace thew {

Callbacks callbacks;

}  // namespace thew
