//! Converts timestamps of Ion to `datetime` and its subclasses, and back.

use super::classes::{Classes, Model, PRECISIONS};
use super::python::{self, datetime_class, needs_amazon_ion};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::collections::HashMap;
use stringmill::ion::{Precision, Timestamp};

/// Offsets from UTC as objects, and the fraction zero.
#[derive(Default)]
pub(super) struct Zones<'py> {
    zones: HashMap<i16, Bound<'py, PyAny>>,
    zero: Option<Bound<'py, PyAny>>,
}

impl<'py> Zones<'py> {
    fn zone(&mut self, py: Python<'py>, minutes: Option<i16>) -> PyResult<Bound<'py, PyAny>> {
        let Some(minutes) = minutes else { return Ok(py.None().into_bound(py)) };
        if let Some(zone) = self.zones.get(&minutes) {
            return Ok(zone.clone());
        }
        let module = py.import("datetime")?;
        let delta = module.getattr("timedelta")?.call1((0, i32::from(minutes) * 60))?;
        let zone = module.getattr("timezone")?.call1((delta,))?;
        self.zones.insert(minutes, zone.clone());
        Ok(zone)
    }

    /// The seconds below one, as a `Decimal`.
    fn fraction(&mut self, py: Python<'py>, digits: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        if !digits.is_empty() {
            return python::decimal(py, &[b"0.", digits].concat());
        }
        if self.zero.is_none() {
            self.zero = Some(python::decimal(py, b"0")?);
        }
        self.zero.clone().ok_or_else(|| PyValueError::new_err("no zero"))
    }

    /// The object of a timestamp, without annotations.
    pub(super) fn object(
        &mut self,
        py: Python<'py>,
        classes: Option<&Classes>,
        model: Model,
        value: &Timestamp<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let zone = self.zone(py, value.offset)?;
        let micros = micros(value.fraction);
        let fields = (value.year, value.month, value.day, value.hour, value.minute, value.second, micros, zone);
        let arguments = fields.into_pyobject(py)?;
        let Some(classes) = classes else {
            if value.precision == Precision::Second && value.fraction.len() <= MICROS {
                return python::datetime(&arguments);
            }
            return Err(needs_amazon_ion("a timestamp that is no datetime"));
        };
        let class = if model.wraps { &classes.timestamp } else { &classes.bare_timestamp };
        let object = class.make(&arguments)?;
        object.setattr(intern!(py, "precision"), &classes.precisions[value.precision as usize])?;
        object.setattr(intern!(py, "fractional_precision"), value.fraction.len().min(MICROS))?;
        object.setattr(intern!(py, "fractional_seconds"), self.fraction(py, value.fraction)?)?;
        Ok(object)
    }
}

/// The first digits of a fraction, in microseconds.
fn micros(fraction: &[u8]) -> u32 {
    let digit = |at: usize| fraction.get(at).map_or(0, |digit| u32::from(digit - b'0'));
    (0..MICROS).fold(0, |micros, at| micros * 10 + digit(at))
}

/// Digits of a `datetime` after the point.
const MICROS: usize = 6;

/// The fields of a `datetime`; its fraction is separate.
pub(super) struct Fields {
    value: Timestamp<'static>,
    micros: [u8; MICROS],
    /// How many digits of `micros` are in use.
    len: usize,
    /// All digits of the fraction, if there are more than six.
    long: Option<Vec<u8>>,
}

impl Fields {
    pub(super) fn timestamp(&self) -> Timestamp<'_> {
        Timestamp { fraction: self.long.as_deref().unwrap_or(&self.micros[..self.len]), ..self.value }
    }

    /// Reads the fields of a `datetime` or `Timestamp`. `exact`: its class is one of these, not a subclass.
    pub(super) fn of<'py>(
        object: &Bound<'py, PyAny>,
        exact: bool,
        offsets: &mut Offsets<'py>,
        classes: Option<&Classes>,
    ) -> PyResult<Self> {
        let py = object.py();
        let (value, micros) = match if exact { offsets.fields(object)? } else { None } {
            Some(fields) => fields,
            None => {
                let text: Bound<'_, PyString> = object.call_method0(intern!(py, "isoformat"))?.cast_into()?;
                let unknown = || PyValueError::new_err("a datetime whose isoformat is not that of datetime");
                parsed(text.to_str()?.as_bytes()).ok_or_else(unknown)?
            }
        };
        // A `datetime` always has microseconds.
        let mut fields = Fields { value, micros, len: MICROS, long: None };
        let plain = object.get_type().is(datetime_class(py)?);
        let precision = if plain { None } else { object.getattr_opt(intern!(py, "precision"))? };
        let Some(precision) = precision.filter(|precision| !precision.is_none()) else { return Ok(fields) };
        let known = classes.and_then(|classes| classes.precision(&precision));
        let precision = known.or_else(|| PRECISIONS.get(precision.extract::<usize>().ok()?).copied());
        fields.value.precision = precision.ok_or_else(|| PyValueError::new_err("a Timestamp of unknown precision"))?;
        if fields.value.precision < Precision::Minute {
            fields.value.offset = None;
        }
        if fields.value.precision < Precision::Second {
            fields.len = 0;
        } else {
            fields.read_fraction(object)?;
        }
        Ok(fields)
    }

    /// Reads the digits of the seconds below one of a `Timestamp`.
    fn read_fraction(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = object.py();
        let len = object.getattr(intern!(py, "fractional_precision"))?.extract::<Option<usize>>()?;
        if let Some(len) = len.filter(|&len| len < MICROS) {
            self.len = len;
            return Ok(());
        }
        let seconds = object.getattr_opt(intern!(py, "fractional_seconds"))?;
        let Some(seconds) = seconds.filter(|seconds| !seconds.is_none()) else { return Ok(()) };
        self.long = Some(fraction(&seconds)?);
        Ok(())
    }
}

/// The offset of the last time zone, kept because in a log all times have the same one.
#[derive(Default)]
pub(super) struct Offsets<'py> {
    #[cfg(not(feature = "abi3"))]
    last: Option<(Bound<'py, PyAny>, i16)>,
    #[cfg(feature = "abi3")]
    none: std::marker::PhantomData<&'py ()>,
}

impl<'py> Offsets<'py> {
    /// Always `None` in the stable ABI: the caller then reads the text.
    #[cfg(feature = "abi3")]
    fn fields(&mut self, _object: &Bound<'py, PyAny>) -> PyResult<Option<(Timestamp<'static>, [u8; MICROS])>> {
        Ok(None)
    }

    #[cfg(not(feature = "abi3"))]
    fn fields(&mut self, object: &Bound<'py, PyAny>) -> PyResult<Option<(Timestamp<'static>, [u8; MICROS])>> {
        use pyo3::types::{PyDateAccess, PyDateTime, PyTimeAccess, PyTzInfoAccess};
        let time = object.cast::<PyDateTime>()?;
        let offset = match time.get_tzinfo() {
            None => None,
            Some(zone) => match self.minutes(zone.as_any())? {
                Some(minutes) => Some(minutes),
                None => return Ok(None),
            },
        };
        let value = Timestamp {
            precision: Precision::Second,
            year: time.get_year() as u16,
            month: time.get_month(),
            day: time.get_day(),
            hour: time.get_hour(),
            minute: time.get_minute(),
            second: time.get_second(),
            fraction: b"",
            offset,
        };
        let (mut digits, mut micros) = ([0; MICROS], time.get_microsecond());
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (micros % 10) as u8;
            micros /= 10;
        }
        Ok(Some((value, digits)))
    }

    /// The offset of a `datetime.timezone` in minutes. Such an object never changes. Drops seconds, which Ion does not
    /// have. None for other classes, and for offsets with parts of seconds.
    #[cfg(not(feature = "abi3"))]
    fn minutes(&mut self, zone: &Bound<'py, PyAny>) -> PyResult<Option<i16>> {
        use pyo3::types::{PyDelta, PyDeltaAccess};
        if let Some((last, minutes)) = &self.last
            && last.is(zone)
        {
            return Ok(Some(*minutes));
        }
        let py = zone.py();
        if !zone.get_type().is(python::python_type(py, "datetime", "timezone")?) {
            return Ok(None);
        }
        let delta: Bound<'_, PyDelta> = zone.call_method1(intern!(py, "utcoffset"), (py.None(),))?.cast_into()?;
        if delta.get_microseconds() != 0 {
            return Ok(None);
        }
        let minutes = ((delta.get_days() * 86_400 + delta.get_seconds()) / 60) as i16;
        self.last = Some((zone.clone(), minutes));
        Ok(Some(minutes))
    }
}

/// The digits of a `Decimal` below one.
fn fraction(seconds: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let (_, digits, exponent): (u8, Bound<'_, PyTuple>, i64) = seconds.call_method0("as_tuple")?.extract()?;
    let scale = usize::try_from(-exponent).unwrap_or(0);
    let digits: Vec<u8> = digits.iter().map(|digit| Ok(b'0' + digit.extract::<u8>()?)).collect::<PyResult<_>>()?;
    let zeros = scale.saturating_sub(digits.len());
    let extra = digits.len().saturating_sub(scale);
    if scale > FRACTION_MAX || digits[..extra].iter().any(|&digit| digit != b'0') {
        return Err(PyValueError::new_err("a Timestamp whose fractional_seconds are not below one"));
    }
    Ok([&b"0".repeat(zeros)[..], &digits[extra..]].concat())
}

/// The most digits of a fraction.
const FRACTION_MAX: usize = 1 << 16;

/// The fields in the text of `datetime.isoformat`, and its microseconds.
fn parsed(text: &[u8]) -> Option<(Timestamp<'static>, [u8; MICROS])> {
    let number = |at: usize, len: usize| -> Option<u16> {
        let digits = text.get(at..at + len)?;
        digits
            .iter()
            .try_fold(0u16, |number, digit| digit.is_ascii_digit().then(|| number * 10 + u16::from(digit - b'0')))
    };
    let two = |at: usize| Some(number(at, 2)? as u8);
    let mut micros = *b"000000";
    let mut at = 19;
    if text.get(at) == Some(&b'.') {
        micros = *text.get(20..)?.first_chunk()?;
        at = 26;
    }
    let offset = match text.get(at) {
        None => None,
        // Seconds of an offset are dropped: Ion has none.
        Some(sign) => {
            let minutes = (number(at + 1, 2)? * 60 + number(at + 4, 2)?) as i16;
            Some(if *sign == b'-' { -minutes } else { minutes })
        }
    };
    let value = Timestamp {
        precision: Precision::Second,
        year: number(0, 4)?,
        month: two(5)?,
        day: two(8)?,
        hour: two(11)?,
        minute: two(14)?,
        second: two(17)?,
        fraction: b"",
        offset,
    };
    Some((value, micros))
}
