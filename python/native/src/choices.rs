//! Profiles, policies and other choices by name.

use crate::error::misuse;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use stringmill::{ErrorCode, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeUtf16, Profile, UnknownProfile};

/// How many rules a thread keeps for its next calls.
const KEPT: usize = 8;

/// Rules of escaping for one profile and one policy.
pub(crate) struct Kept<R> {
    profile: String,
    policy: &'static str,
    rules: Rc<R>,
}

thread_local! {
    static UTF8: RefCell<Vec<Kept<JsonEscape<'static>>>> = const { RefCell::new(Vec::new()) };
    static UTF16: RefCell<Vec<Kept<JsonEscapeUtf16<'static>>>> = const { RefCell::new(Vec::new()) };
}

/// The rules for bytes.
pub(crate) fn utf8_rules(py: Python<'_>, profile: &str, policy: IllFormed) -> PyResult<Rc<JsonEscape<'static>>> {
    UTF8.with_borrow_mut(|all| kept(py, all, profile, policy.name(), |profile| JsonEscape::new(profile, policy)))
}

/// The rules for a `str`.
pub(crate) fn utf16_rules(
    py: Python<'_>,
    profile: &str,
    policy: IllFormedUtf16,
) -> PyResult<Rc<JsonEscapeUtf16<'static>>> {
    UTF16.with_borrow_mut(|all| kept(py, all, profile, policy.name(), |profile| JsonEscapeUtf16::new(profile, policy)))
}

fn kept<R>(
    py: Python<'_>,
    all: &mut Vec<Kept<R>>,
    profile: &str,
    policy: &'static str,
    new: impl FnOnce(&Profile<'static>) -> Result<R, stringmill::Error>,
) -> PyResult<Rc<R>> {
    if let Some(found) = all.iter().find(|kept| kept.policy == policy && kept.profile == profile) {
        return Ok(found.rules.clone());
    }
    let parsed = Profile::parse(profile).map_err(|error: UnknownProfile<'_>| {
        let code = if error.profile.is_some() { ErrorCode::ProfileOptionUnknown } else { ErrorCode::ProfileUnknown };
        misuse(py, code, error.to_string())
    })?;
    let rules = Rc::new(new(&parsed).map_err(|error| {
        misuse(py, error.code, format!("profile '{profile}' with policy '{policy}': {}", error.code.says()))
    })?);
    if all.len() == KEPT {
        all.remove(0);
    }
    all.push(Kept { profile: profile.to_owned(), policy, rules: rules.clone() });
    Ok(rules)
}

/// A choice by name.
pub(crate) fn choice<T: Copy>(
    py: Python<'_>,
    parameter: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    all.iter().copied().find(|&it| name_of(it) == name).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&it| name_of(it)).collect();
        let message = format!("{parameter} is '{name}', and not one of {}", names.join(", "));
        misuse(py, ErrorCode::ChoiceUnknown, message)
    })
}
