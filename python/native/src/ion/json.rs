//! `to_json`: Ion as JSON, with the losses of the conversion.

use crate::error::{View, ion_in_input, ion_misuse};
use crate::source::Source;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use stringmill::convert::{
    Conversion, ConversionError, Converter, Layout, Loss, NumberRules, OnLoss, Source as From, Target, TopLevel,
};
use stringmill::ion::Limits;
use stringmill::{Chunk, ErrorCode};

/// Returns the JSON, and a dict of the losses: for each name, the count and the offset of the first.
#[pyfunction]
pub(crate) fn ion_to_json<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    lines: bool,
    refuse_losses: bool,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyDict>)> {
    let source = Source::of(data)?;
    let conversion = Conversion {
        source: From::Ion(Limits::DEFAULT),
        target: Target::Json(if lines { TopLevel::Lines } else { TopLevel::One }, Layout::Compact),
        each: false,
        typed: false,
        on_loss: if refuse_losses { OnLoss::Refuse } else { OnLoss::Report },
        numbers: NumberRules::EXACT,
        pretty: None,
    };
    let mut stack = [];
    let mut converter = Converter::new(&conversion, &mut stack);
    let mut src = source.bytes();
    loop {
        let step = converter.step(src, Chunk::Last, usize::MAX);
        let step = step.map_err(|refused| error(py, refused, source.view()))?;
        src = &src[step.read..];
        if step.ended {
            break;
        }
    }
    let view = source.view();
    let losses = PyDict::new(py);
    for loss in Loss::ALL {
        if let Some(first) = converter.losses().first(loss) {
            losses.set_item(loss.name(), (converter.losses().count(loss), view.offset(first)))?;
        }
    }
    let json = converter.take(|json| Ok::<_, PyErr>(PyBytes::new(py, json)))?;
    Ok((json, losses))
}

fn error(py: Python<'_>, ConversionError { error, loss }: ConversionError, view: View<'_>) -> PyErr {
    match loss {
        Some(loss) => {
            let code = ErrorCode::ConvertLoss;
            let message = format!("{}: {} at offset {}", code.says(), loss.says(), view.offset(error.offset));
            ion_misuse(py, code, message)
        }
        None => ion_in_input(py, error, view),
    }
}
