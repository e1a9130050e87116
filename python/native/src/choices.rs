//! Profiles, policies and other choices by name.

use crate::error::misuse;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use stringmill::json::Restrictions;
use stringmill::{Error, ErrorCode, IllFormed, IllFormedUtf16, JsonEscape, JsonEscapeUtf16, Profile, UnknownProfile};

/// The most rules that a thread keeps for its next calls.
const CACHED_MAX: usize = 8;

/// Rules of escaping for one profile and one policy.
pub(crate) struct CachedRules<R> {
    profile: String,
    policy: String,
    rules: Rc<R>,
}

thread_local! {
    static UTF8: RefCell<Vec<CachedRules<JsonEscape<'static>>>> = const { RefCell::new(Vec::new()) };
    static UTF16: RefCell<Vec<CachedRules<JsonEscapeUtf16<'static>>>> = const { RefCell::new(Vec::new()) };
}

/// The rules for bytes.
pub(crate) fn utf8_rules(py: Python<'_>, profile: &str, policy: &str) -> PyResult<Rc<JsonEscape<'static>>> {
    UTF8.with_borrow_mut(|all| {
        cached(py, all, profile, policy, |profile| utf8_policy(py, policy, |it| JsonEscape::new(profile, it)))
    })
}

/// The rules for a `str`.
pub(crate) fn utf16_rules(py: Python<'_>, profile: &str, policy: &str) -> PyResult<Rc<JsonEscapeUtf16<'static>>> {
    UTF16.with_borrow_mut(|all| {
        cached(py, all, profile, policy, |profile| utf16_policy(py, policy, |it| JsonEscapeUtf16::new(profile, it)))
    })
}

fn cached<R>(
    py: Python<'_>,
    all: &mut Vec<CachedRules<R>>,
    profile: &str,
    policy: &str,
    new: impl FnOnce(&Profile<'static>) -> PyResult<R>,
) -> PyResult<Rc<R>> {
    if let Some(found) = all.iter().find(|cached| cached.policy == policy && cached.profile == profile) {
        return Ok(found.rules.clone());
    }
    let parsed = Profile::parse(profile).map_err(|error: UnknownProfile<'_>| {
        let code = if error.profile.is_some() { ErrorCode::ProfileOptionUnknown } else { ErrorCode::ProfileUnknown };
        misuse(py, code, error.to_string())
    })?;
    let rules = Rc::new(new(&parsed)?);
    if all.len() == CACHED_MAX {
        all.remove(0);
    }
    all.push(CachedRules { profile: profile.to_owned(), policy: policy.to_owned(), rules: rules.clone() });
    Ok(rules)
}

/// Calls `make` with the policy of this name for ill-formed UTF-8.
pub(crate) fn utf8_policy<R>(py: Python<'_>, name: &str, make: impl Fn(IllFormed) -> Result<R, Error>) -> PyResult<R> {
    with_policy(py, name, IllFormed::ALL, IllFormed::name, make)
}

/// Calls `make` with the policy of this name for lone surrogates.
pub(crate) fn utf16_policy<R>(
    py: Python<'_>,
    name: &str,
    make: impl Fn(IllFormedUtf16) -> Result<R, Error>,
) -> PyResult<R> {
    with_policy(py, name, IllFormedUtf16::ALL, IllFormedUtf16::name, make)
}

/// Calls `make` with a policy by name. An error lists the policies that `make` accepts, which depend on the output.
fn with_policy<T: Copy, R>(
    py: Python<'_>,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    make: impl Fn(T) -> Result<R, Error>,
) -> PyResult<R> {
    let code = match all.iter().copied().find(|&it| name_of(it) == name).map(&make) {
        Some(Ok(rules)) => return Ok(rules),
        Some(Err(error)) => error.code,
        None => ErrorCode::ChoiceUnknown,
    };
    let names = all.iter().copied().filter(|&it| make(it).is_ok()).map(name_of);
    Err(none_of(py, code, "policy", name, names))
}

/// Looks up a choice by name.
pub(crate) fn choice<T: Copy>(
    py: Python<'_>,
    parameter: &str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> PyResult<T> {
    let found = all.iter().copied().find(|&it| name_of(it) == name);
    found.ok_or_else(|| none_of(py, ErrorCode::ChoiceUnknown, parameter, name, all.iter().map(|&it| name_of(it))))
}

/// Rules of JSON beyond RFC 8259: the name of one, or an iterable of names.
pub(crate) fn restrictions(rules: &Bound<'_, PyAny>) -> PyResult<Restrictions> {
    let py = rules.py();
    let with = |all: Restrictions, name: &str| {
        all.with(name)
            .ok_or_else(|| none_of(py, ErrorCode::ChoiceUnknown, "rules", name, Restrictions::NAMES.into_iter()))
    };
    if let Ok(name) = rules.cast::<PyString>() {
        return with(Restrictions::NONE, name.to_str()?);
    }
    rules.try_iter()?.try_fold(Restrictions::NONE, |all, name| with(all, name?.cast::<PyString>()?.to_str()?))
}

/// A random seed for the table of names, so that no input can be made to have collisions.
pub(crate) fn seed() -> u64 {
    RandomState::new().hash_one(0)
}

fn none_of(
    py: Python<'_>,
    code: ErrorCode,
    parameter: &str,
    name: &str,
    names: impl Iterator<Item = &'static str>,
) -> PyErr {
    let names: Vec<_> = names.collect();
    misuse(py, code, format!("{parameter} is '{name}', and not one of {}", names.join(", ")))
}
