// simdjson has no C interface: its DOM parser and its on-demand reader as functions of C. Each text has 64 readable bytes after
// it, and parsers are used again, so nothing is copied or allocated. 0 is an error.

#include "simdjson.h"

using namespace simdjson;

static padded_string_view padded(const char *src, size_t len) {
  return padded_string_view(src, len, len + SIMDJSON_PADDING);
}

// How many values there are: each string unescaped, each number a float or an integer.
static simdjson_result<size_t> visit(ondemand::value value) {
  ondemand::json_type type;
  SIMDJSON_TRY(value.type().get(type));
  size_t count = 1;
  switch (type) {
    case ondemand::json_type::array: {
      ondemand::array array;
      SIMDJSON_TRY(value.get_array().get(array));
      for (auto element : array) {
        ondemand::value inner;
        size_t more;
        SIMDJSON_TRY(element.get(inner));
        SIMDJSON_TRY(visit(inner).get(more));
        count += more;
      }
      return count;
    }
    case ondemand::json_type::object: {
      ondemand::object object;
      SIMDJSON_TRY(value.get_object().get(object));
      for (auto member : object) {
        ondemand::field field;
        std::string_view name;
        size_t more;
        SIMDJSON_TRY(std::move(member).get(field));
        SIMDJSON_TRY(field.unescaped_key().get(name));
        SIMDJSON_TRY(visit(field.value()).get(more));
        count += more;
      }
      return count;
    }
    case ondemand::json_type::string: {
      std::string_view text;
      SIMDJSON_TRY(value.get_string().get(text));
      return count;
    }
    case ondemand::json_type::number: {
      double number;
      SIMDJSON_TRY(value.get_double().get(number));
      return count;
    }
    case ondemand::json_type::boolean: {
      bool is_true;
      SIMDJSON_TRY(value.get_bool().get(is_true));
      return count;
    }
    default: {
      bool is_null;
      SIMDJSON_TRY(value.is_null().get(is_null));
      return count;
    }
  }
}

extern "C" {

void *shim_dom_parser() { return new dom::parser(); }
void *shim_reader() { return new ondemand::parser(); }

size_t shim_dom(void *parser, const char *src, size_t len) {
  dom::element element;
  return static_cast<dom::parser *>(parser)->parse(padded(src, len)).get(element) ? 0 : 1;
}

size_t shim_visit(void *parser, const char *src, size_t len) {
  ondemand::document document;
  ondemand::value value;
  size_t count;
  if (static_cast<ondemand::parser *>(parser)->iterate(padded(src, len)).get(document)) return 0;
  if (document.get_value().get(value) || visit(value).get(count) || !document.at_end()) return 0;
  return count;
}

// The members of the outermost container alone.
size_t shim_skip(void *parser, const char *src, size_t len) {
  ondemand::document document;
  size_t count = 1;
  if (static_cast<ondemand::parser *>(parser)->iterate(padded(src, len)).get(document)) return 0;
  ondemand::json_type type;
  if (document.type().get(type)) return 0;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    if (document.get_object().get(object)) return 0;
    for (auto member : object) {
      std::string_view name;
      if (member.unescaped_key().get(name)) return 0;
      count++;
    }
  } else if (type == ondemand::json_type::array) {
    ondemand::array array;
    if (document.get_array().get(array)) return 0;
    for (auto element : array) {
      if (element.error()) return 0;
      count++;
    }
  }
  return count;
}
}
