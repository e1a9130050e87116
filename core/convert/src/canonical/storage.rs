//! Storage for text that exceeds the limit of memory.

use core::convert::Infallible;

/// Storage that grows at its end, such as a temporary file.
///
/// ```
/// use stringmill::convert::canonical::Storage;
///
/// let mut storage = Vec::new();
/// Storage::append(&mut storage, b"abcdef")?;
/// let mut dst = [0; 2];
/// Storage::read(&mut storage, 3, &mut dst)?;
/// assert_eq!(&dst, b"de");
/// Storage::release(&mut storage, 0, 3)?;
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait Storage {
    /// The error of the storage.
    type Error;

    /// Appends `bytes`.
    fn append(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Fills `dst` with the bytes from `at` on, which were all appended before.
    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Self::Error>;

    /// Gives up `len` bytes from `at` on, which are not read again. A file can free their blocks; by default they stay.
    fn release(&mut self, at: u64, len: u64) -> Result<(), Self::Error> {
        let _ = (at, len);
        Ok(())
    }
}

/// Storage in memory, for texts that are known to be small, and for tests.
impl Storage for Vec<u8> {
    type Error = Infallible;

    fn append(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn read(&mut self, at: u64, dst: &mut [u8]) -> Result<(), Infallible> {
        dst.copy_from_slice(&self[at as usize..][..dst.len()]);
        Ok(())
    }
}
