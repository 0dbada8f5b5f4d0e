// Numbers, texts and tuples that the user keeps in the model.

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

void check_custom(const Draft& draft) {
  for (const Numeric& numeric : draft.spec.numerics) {
    const int given = static_cast<int>(numeric.data.size());
    if (numeric.size == 0 && given == 0) draft.fail(numeric, "numeric", "it has no numbers");
    if (numeric.size > 0 && numeric.size < given) {
      draft.fail(numeric, "numeric", "size is smaller than the number of values");
    }
  }
  for (const Text& text : draft.spec.texts) {
    if (text.data.empty()) draft.fail(text, "text", "it is empty");
  }
  for (const Tuple& tuple : draft.spec.tuples) {
    if (tuple.entries.empty()) draft.fail(tuple, "tuple", "it is empty");
  }
}

void write_custom(const Draft& draft, Model& m) {
  int adr = 0;
  for (int i = 0; i < m.nnumeric; ++i) {
    const Numeric& numeric = draft.spec.numerics[i];
    m.numeric_adr[i] = adr;
    m.numeric_size[i] = std::max(numeric.size, static_cast<int>(numeric.data.size()));
    std::copy(numeric.data.begin(), numeric.data.end(), m.numeric_data.data() + adr);
    adr += m.numeric_size[i];
  }
  adr = 0;
  for (int i = 0; i < m.ntext; ++i) {
    const std::string& text = draft.spec.texts[i].data;
    m.text_adr[i] = adr;
    m.text_size[i] = static_cast<int>(text.size()) + 1;
    std::copy(text.begin(), text.end(), m.text_data.data() + adr);
    adr += m.text_size[i];
  }
  adr = 0;
  for (int i = 0; i < m.ntuple; ++i) {
    const Tuple& tuple = draft.spec.tuples[i];
    m.tuple_adr[i] = adr;
    m.tuple_size[i] = static_cast<int>(tuple.entries.size());
    for (const Tuple::Entry& entry : tuple.entries) {
      m.tuple_objtype[adr] = static_cast<int>(entry.type);
      m.tuple_objid[adr] = draft.refer(tuple, "tuple", entry.type, entry.name);
      m.tuple_objprm[adr++] = entry.prm;
    }
  }
}

}  // namespace thew::compile
