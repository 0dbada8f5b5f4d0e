#pragma once

namespace thew {

enum class Precision { Double, Single };

}  // namespace thew
