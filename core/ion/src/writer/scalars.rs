//! Scalars other than strings and symbols: nulls, bools, numbers, timestamps, clobs and blobs.

use super::{WriteResult, Writer};
use crate::escapes;
use crate::grammar::number;
use crate::grammar::timestamp::Timestamp;
use crate::kind::Kind;
use crate::options::{Form, Layout};
use crate::spelling;
use crate::value::{self, Decimal, Int};
use crate::write_error::WriteError;
use stringmill_kernels::{Base64Encode, base64_encode_with};
use stringmill_outcome::Chunk;
use stringmill_output::Output;

impl Writer {
    /// Writes the null of a type.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn null(&mut self, kind: Kind) -> WriteResult {
        self.put_scalar(|writer| {
            writer.out.put(b"null");
            if kind != Kind::Null {
                writer.out.put_byte(b'.');
                writer.out.put(kind.name().as_bytes());
            }
            Ok(())
        })
    }

    /// Writes a bool.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn bool(&mut self, value: bool) -> WriteResult {
        self.put_scalar(|writer| {
            writer.out.put(if value { b"true" } else { b"false" });
            Ok(())
        })
    }

    /// Writes an int.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    #[inline]
    pub fn int(&mut self, value: i64) -> WriteResult {
        self.put_scalar(|writer| {
            spelling::int64(&mut writer.out, value);
            Ok(())
        })
    }

    pub(super) fn uint(&mut self, value: u64) -> WriteResult {
        self.put_scalar(|writer| {
            spelling::uint64(&mut writer.out, value);
            Ok(())
        })
    }

    /// Writes an int of any size in decimal digits.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] for a digit outside of the radix;
    /// [`WriteError::ValueLen`] for base 2 or 16 with more than 131,072 bits.
    pub fn big_int(&mut self, value: &Int<'_>) -> WriteResult {
        self.put_scalar(|writer| spelling::int(&mut writer.out, value).map_err(WriteError::of_number))
    }

    /// Writes a decimal, `coefficient` times ten to the power of `exponent`. [`Writer::big_decimal`] writes negative
    /// zero.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    #[inline]
    pub fn decimal(&mut self, coefficient: i64, exponent: i64) -> WriteResult {
        self.put_scalar(|writer| {
            spelling::decimal64(&mut writer.out, coefficient, exponent);
            Ok(())
        })
    }

    /// Writes a decimal of any size.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] for a byte that is no digit;
    /// [`WriteError::ExponentRange`].
    pub fn big_decimal(&mut self, value: &Decimal<'_>) -> WriteResult {
        self.put_scalar(|writer| put_decimal(&mut writer.out, value))
    }

    /// Writes a float.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn float(&mut self, value: f64) -> WriteResult {
        self.put_scalar(|writer| {
            spelling::float(&mut writer.out, value, writer.options.form);
            Ok(())
        })
    }

    /// Writes a timestamp.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] if its fields are out of range.
    pub fn timestamp(&mut self, value: &Timestamp<'_>) -> WriteResult {
        self.put_scalar(|writer| spelling::timestamp(&mut writer.out, writer.tier, value).map_err(WriteError::Token))
    }

    /// Writes an int, decimal, float or timestamp that is given as Ion text: unchanged in [`Form::AsWritten`],
    /// respelled in other forms.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`]; [`WriteError::Token`] if the text is none of `kind`, at an offset in it;
    /// [`WriteError::ExponentRange`] and [`WriteError::ValueLen`] as of [`Writer::big_int`], not in
    /// [`Form::AsWritten`].
    pub fn token(&mut self, kind: Kind, text: &[u8]) -> WriteResult {
        let done = number::check(self.tier, kind, text).map_err(WriteError::Token);
        let done = done.and_then(|()| self.try_scalar(|writer| writer.put_token(kind, text)));
        self.or_drop(done)
    }

    /// As [`Writer::token`], without a check of the text.
    ///
    /// # Errors
    ///
    /// As there, without [`WriteError::Token`].
    #[doc(hidden)]
    #[inline]
    pub fn known_token(&mut self, kind: Kind, text: &[u8]) -> WriteResult {
        self.put_scalar(|writer| writer.put_token(kind, text))
    }

    fn put_token(&mut self, kind: Kind, text: &[u8]) -> WriteResult {
        let Writer { out, buffer, options, tier, .. } = self;
        if options.form == Form::AsWritten {
            out.put(text);
            return Ok(());
        }
        // `buffer` gets the digits if other bytes are between them.
        buffer.clear();
        buffer.try_reserve(text.len()).map_err(|_| WriteError::MemoryRefused)?;
        match kind {
            Kind::Float => {
                let value = match text {
                    b"nan" => f64::NAN,
                    b"+inf" => f64::INFINITY,
                    b"-inf" => f64::NEG_INFINITY,
                    text => value::float(text, buffer),
                };
                spelling::float(out, value, options.form);
                Ok(())
            }
            Kind::Decimal => return put_decimal(out, &value::decimal(text, buffer)),
            Kind::Timestamp => spelling::timestamp(out, *tier, &Timestamp::of(text)),
            _ => spelling::int(out, &value::int(text, buffer)),
        }
        .map_err(WriteError::of_number)
    }

    /// Writes a clob of these bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn clob(&mut self, bytes: &[u8]) -> WriteResult {
        let is_long = self.options.long_string_threshold.is_some_and(|most| bytes.len() > most);
        self.put_lob(|writer| escapes::clob(&mut writer.out, writer.tier, is_long, bytes))
    }

    /// Writes a blob of these bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError::FieldNameMissing`].
    pub fn blob(&mut self, bytes: &[u8]) -> WriteResult {
        self.put_lob(|writer| {
            for piece in bytes.chunks(BLOB_PIECE) {
                let len = piece.len().div_ceil(3) * 4;
                let Some(spare) = writer.out.spare(len).get_mut(..len) else { return };
                let done = base64_encode_with(writer.tier, Base64Encode::STANDARD, piece, spare, Chunk::Last);
                writer.out.fill(done.written);
            }
        })
    }

    fn put_lob(&mut self, put: impl FnOnce(&mut Self)) -> WriteResult {
        self.put_scalar(|writer| {
            let spaced = writer.options.form == Form::IonJava && writer.options.layout == Layout::Pretty;
            writer.out.put(if spaced { b"{{ " } else { b"{{" });
            put(writer);
            writer.out.put(if spaced { b" }}" } else { b"}}" });
            Ok(())
        })
    }
}

fn put_decimal(out: &mut Output, value: &Decimal<'_>) -> WriteResult {
    let exponent = value.exponent.ok_or(WriteError::ExponentRange)?;
    spelling::decimal(out, value.negative, value.coefficient, exponent).map_err(WriteError::Token)
}

/// Bytes that are encoded at once, in whole groups of three.
const BLOB_PIECE: usize = 3 << 20;
