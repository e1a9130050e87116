// simdjson has no C interface: its string builder, its on-demand reader and its validator as functions of C.

#include "simdjson.h"

using simdjson::builder::string_builder;
using simdjson::ondemand::parser;

struct gave {
  const char *at;
  size_t len;
};

extern "C" {

void *shim_builder() { return new string_builder(); }
void *shim_parser() { return new parser(); }

gave shim_escape(void *state, const char *src, size_t len) {
  string_builder &builder = *static_cast<string_builder *>(state);
  builder.clear();
  builder.escape_and_append_with_quotes(std::string_view(src, len));
  std::string_view out;
  if (builder.view().get(out)) return {nullptr, 0};
  return {out.data(), out.size()};
}

// The runner leaves 64 readable bytes after each input, so nothing is copied.
gave shim_unescape(void *state, const char *src, size_t len) {
  simdjson::ondemand::document document;
  std::string_view out;
  simdjson::padded_string_view padded(src, len, len + simdjson::SIMDJSON_PADDING);
  if (static_cast<parser *>(state)->iterate(padded).get(document)) return {nullptr, 0};
  if (document.get_string().get(out)) return {nullptr, 0};
  return {out.data(), out.size()};
}

gave shim_validate(void *, const char *src, size_t len) { return {nullptr, simdjson::validate_utf8(src, len)}; }
}
