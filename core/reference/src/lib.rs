//! The operations of stringmill written plainly.
