/*
 * Sixteen bytes at once, for short strings: a call of the library would cost more than the work.
 * Every x86-64 has SSE2, every aarch64 NEON. For other processors STRINGMILL_VECTORS is 0.
 */

#ifndef STRINGMILL_VECTOR_H
#define STRINGMILL_VECTOR_H

#include "php.h"

#if defined(__x86_64__) && defined(__SSE2__)

#define STRINGMILL_VECTORS 1
#include <emmintrin.h>

typedef __m128i stringmill_bytes;

static zend_always_inline stringmill_bytes stringmill_load(const char *from)
{
    return _mm_loadu_si128((const __m128i *) from);
}

static zend_always_inline void stringmill_store(char *to, stringmill_bytes bytes)
{
    _mm_storeu_si128((__m128i *) to, bytes);
}

/* Joins two words of eight bytes. */
static zend_always_inline stringmill_bytes stringmill_pair(uint64_t low, uint64_t high)
{
    return _mm_unpacklo_epi64(_mm_cvtsi64_si128((long long) low), _mm_cvtsi64_si128((long long) high));
}

static zend_always_inline stringmill_bytes stringmill_splat(char byte)
{
    return _mm_set1_epi8(byte);
}

static zend_always_inline stringmill_bytes stringmill_equal(stringmill_bytes a, stringmill_bytes b)
{
    return _mm_cmpeq_epi8(a, b);
}

/* Finds bytes below 0x20 and above 0x7F, which are one range of signed numbers. */
static zend_always_inline stringmill_bytes stringmill_control_or_high(stringmill_bytes bytes)
{
    return _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
}

static zend_always_inline stringmill_bytes stringmill_or(stringmill_bytes a, stringmill_bytes b)
{
    return _mm_or_si128(a, b);
}

/* The first eight bytes. */
static zend_always_inline uint64_t stringmill_low(stringmill_bytes bytes)
{
    return (uint64_t) _mm_cvtsi128_si64(bytes);
}

/* Whether the highest bit of any byte is set. */
static zend_always_inline bool stringmill_any(stringmill_bytes bytes)
{
    return _mm_movemask_epi8(bytes) != 0;
}

/* Returns a bit for each byte, the first in the lowest bit. In each byte, either all bits must be set or none. */
static zend_always_inline uint32_t stringmill_mask(stringmill_bytes bytes)
{
    return (uint32_t) _mm_movemask_epi8(bytes);
}

#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(WORDS_BIGENDIAN)

#define STRINGMILL_VECTORS 1
#include <arm_neon.h>

typedef uint8x16_t stringmill_bytes;

static zend_always_inline stringmill_bytes stringmill_load(const char *from)
{
    return vld1q_u8((const uint8_t *) from);
}

static zend_always_inline void stringmill_store(char *to, stringmill_bytes bytes)
{
    vst1q_u8((uint8_t *) to, bytes);
}

static zend_always_inline stringmill_bytes stringmill_pair(uint64_t low, uint64_t high)
{
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low), vcreate_u64(high)));
}

static zend_always_inline stringmill_bytes stringmill_splat(char byte)
{
    return vdupq_n_u8((uint8_t) byte);
}

static zend_always_inline stringmill_bytes stringmill_equal(stringmill_bytes a, stringmill_bytes b)
{
    return vceqq_u8(a, b);
}

static zend_always_inline stringmill_bytes stringmill_control_or_high(stringmill_bytes bytes)
{
    return vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(0x20));
}

static zend_always_inline stringmill_bytes stringmill_or(stringmill_bytes a, stringmill_bytes b)
{
    return vorrq_u8(a, b);
}

static zend_always_inline uint64_t stringmill_low(stringmill_bytes bytes)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(bytes), 0);
}

static zend_always_inline bool stringmill_any(stringmill_bytes bytes)
{
    return vmaxvq_u8(bytes) >= 0x80;
}

static zend_always_inline uint32_t stringmill_mask(stringmill_bytes bytes)
{
    const uint8x8_t bits = vcreate_u8(UINT64_C(0x8040201008040201));
    bytes = vandq_u8(bytes, vcombine_u8(bits, bits));
    return vaddv_u8(vget_low_u8(bytes)) | (uint32_t) vaddv_u8(vget_high_u8(bytes)) << 8;
}

#else

#define STRINGMILL_VECTORS 0

#endif

#endif
