//! Amazon Ion as the package `amazon.ion` reads and writes it, with its classes.

mod build;
mod catalog;
mod classes;
mod events;
mod forms;
mod json;
mod python;
mod read;
mod scalars;
mod text;
mod timestamps;
mod walk;
mod write;

pub(crate) use events::IonValues;
pub(crate) use json::ion_to_json;
pub(crate) use python::NoCollection;
pub(crate) use read::ion_loads;
pub(crate) use write::ion_dumps;
