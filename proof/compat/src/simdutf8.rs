//! `simdutf8` 0.1.5, on placemat.
//!
//! The functions for one instruction set call the best kernel that the CPU has.

pub mod basic {
    //! Validation without details of the error.

    use core::fmt;

    /// The bytes are not UTF-8.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Utf8Error;

    impl fmt::Display for Utf8Error {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("invalid utf-8 sequence")
        }
    }

    #[cfg(feature = "std")]
    impl std::error::Error for Utf8Error {}

    /// Returns the bytes as text.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not UTF-8.
    #[inline]
    pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
        placemat::from_utf8(input).map_err(|_| Utf8Error)
    }

    /// Returns the bytes as text that can be changed.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not UTF-8.
    #[inline]
    pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
        if !placemat::is_utf8(input) {
            return Err(Utf8Error);
        }
        // SAFETY: they have just been validated.
        Ok(unsafe { core::str::from_utf8_unchecked_mut(input) })
    }

    #[cfg(feature = "public_imp")]
    pub mod imp {
        //! Validation by the kernels of one instruction set, and in pieces.

        use super::Utf8Error;

        /// Validates text that comes in pieces of any size.
        pub trait Utf8Validator {
            /// Creates a validator for the start of a text.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            #[must_use]
            unsafe fn new() -> Self
            where
                Self: Sized;

            /// Takes the next piece.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            unsafe fn update(&mut self, input: &[u8]);

            /// Ends the text.
            ///
            /// # Errors
            ///
            /// Returns an error if the text is not UTF-8.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            unsafe fn finalize(self) -> Result<(), Utf8Error>;
        }

        /// Validates text that comes in pieces of whole blocks.
        pub trait ChunkedUtf8Validator {
            /// Creates a validator for the start of a text.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            #[must_use]
            unsafe fn new() -> Self
            where
                Self: Sized;

            /// Takes the next piece.
            ///
            /// # Panics
            ///
            /// Panics if its length is not a multiple of 64.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            unsafe fn update_from_chunks(&mut self, input: &[u8]);

            /// Takes the rest, of any length, and ends the text.
            ///
            /// # Errors
            ///
            /// Returns an error if the text is not UTF-8.
            ///
            /// # Safety
            ///
            /// The CPU must have the features of the module.
            unsafe fn finalize(self, remaining_input: Option<&[u8]>) -> Result<(), Utf8Error>;
        }

        /// A module with the interface of one instruction set.
        macro_rules! instruction_set {
            ($name:ident) => {
                pub mod $name {
                    //! Validation of whole texts, and in pieces.

                    use placemat::form::Utf8;
                    use placemat::stream::Validator;

                    use super::super::super::Utf8Error;
                    use super::super::{ChunkedUtf8Validator, Utf8Validator};

                    /// Validates a whole text.
                    ///
                    /// # Errors
                    ///
                    /// Returns an error if the bytes are not UTF-8.
                    ///
                    /// # Safety
                    ///
                    /// The CPU must have the features of the module.
                    pub unsafe fn validate_utf8(input: &[u8]) -> Result<(), Utf8Error> {
                        super::super::super::from_utf8(input).map(drop)
                    }

                    fn new() -> Validator<Utf8> {
                        Validator::new(Utf8).expect("UTF-8 can be validated in pieces")
                    }

                    /// Validates text in pieces of any size.
                    pub struct Utf8ValidatorImp(Validator<Utf8>);

                    impl Utf8Validator for Utf8ValidatorImp {
                        unsafe fn new() -> Self {
                            Utf8ValidatorImp(new())
                        }

                        unsafe fn update(&mut self, input: &[u8]) {
                            // Every later call returns an error again.
                            let _ = self.0.push(input);
                        }

                        unsafe fn finalize(mut self) -> Result<(), Utf8Error> {
                            self.0.finish().map_err(|_| Utf8Error)
                        }
                    }

                    /// Validates text in pieces of whole blocks.
                    pub struct ChunkedUtf8ValidatorImp(Validator<Utf8>);

                    impl ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
                        unsafe fn new() -> Self {
                            ChunkedUtf8ValidatorImp(new())
                        }

                        unsafe fn update_from_chunks(&mut self, input: &[u8]) {
                            assert_eq!(input.len() % 64, 0, "pieces are of whole blocks");
                            let _ = self.0.push(input);
                        }

                        unsafe fn finalize(
                            mut self,
                            remaining_input: Option<&[u8]>,
                        ) -> Result<(), Utf8Error> {
                            let _ = self.0.push(remaining_input.unwrap_or_default());
                            self.0.finish().map_err(|_| Utf8Error)
                        }
                    }
                }
            };
        }

        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pub mod x86 {
            //! Instruction sets of x86.
            instruction_set!(avx2);
            instruction_set!(sse42);
        }

        #[cfg(all(feature = "aarch64_neon", target_arch = "aarch64"))]
        pub mod aarch64 {
            //! Instruction sets of aarch64.
            instruction_set!(neon);
        }

        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        pub mod wasm32 {
            //! Instruction sets of WebAssembly.
            instruction_set!(simd128);
        }
    }
}

pub mod compat {
    //! Validation with the errors of std.

    use core::fmt;

    /// Where the bytes are not UTF-8.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Utf8Error {
        valid_up_to: usize,
        error_len: Option<u8>,
    }

    impl Utf8Error {
        /// Returns the number of bytes before the error.
        #[inline]
        #[must_use]
        pub fn valid_up_to(&self) -> usize {
            self.valid_up_to
        }

        /// Returns the length of the error, or `None` if more bytes could complete it.
        #[inline]
        #[must_use]
        pub fn error_len(&self) -> Option<usize> {
            self.error_len.map(usize::from)
        }
    }

    impl From<placemat::Error> for Utf8Error {
        fn from(error: placemat::Error) -> Self {
            // A maximal subpart of UTF-8 has at most three bytes.
            let error_len = error.error_len().and_then(|len| u8::try_from(len).ok());
            Utf8Error { valid_up_to: error.valid_up_to(), error_len }
        }
    }

    impl fmt::Display for Utf8Error {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.error_len {
                Some(len) => {
                    write!(f, "invalid utf-8 sequence of {len} bytes from index {}", self.valid_up_to)
                }
                None => write!(f, "incomplete utf-8 byte sequence from index {}", self.valid_up_to),
            }
        }
    }

    #[cfg(feature = "std")]
    impl std::error::Error for Utf8Error {}

    /// Returns the bytes as text.
    ///
    /// # Errors
    ///
    /// Returns the first error if they are not UTF-8.
    #[inline]
    pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
        placemat::from_utf8(input).map_err(Utf8Error::from)
    }

    /// Returns the bytes as text that can be changed.
    ///
    /// # Errors
    ///
    /// Returns the first error if they are not UTF-8.
    #[inline]
    pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
        if let Err(error) = placemat::from_utf8(input) {
            return Err(error.into());
        }
        // SAFETY: they have just been validated.
        Ok(unsafe { core::str::from_utf8_unchecked_mut(input) })
    }

    #[cfg(feature = "public_imp")]
    pub mod imp {
        //! Validation by the kernels of one instruction set.

        /// A module with the interface of one instruction set.
        macro_rules! instruction_set {
            ($name:ident) => {
                pub mod $name {
                    //! Validation of whole texts.

                    use super::super::super::Utf8Error;

                    /// Validates a whole text.
                    ///
                    /// # Errors
                    ///
                    /// Returns the first error if the bytes are not UTF-8.
                    ///
                    /// # Safety
                    ///
                    /// The CPU must have the features of the module.
                    pub unsafe fn validate_utf8(input: &[u8]) -> Result<(), Utf8Error> {
                        super::super::super::from_utf8(input).map(drop)
                    }
                }
            };
        }

        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pub mod x86 {
            //! Instruction sets of x86.
            instruction_set!(avx2);
            instruction_set!(sse42);
        }

        #[cfg(all(feature = "aarch64_neon", target_arch = "aarch64"))]
        pub mod aarch64 {
            //! Instruction sets of aarch64.
            instruction_set!(neon);
        }

        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        pub mod wasm32 {
            //! Instruction sets of WebAssembly.
            instruction_set!(simd128);
        }
    }
}
