/** The part of libsignal's curve module that is missing in its own declarations. */
declare module 'libsignal/src/curve.js' {
  export interface CurveKeyPair {
    /** 33 bytes; the first is the key's type. */
    pubKey: Buffer;
    privKey: Buffer;
  }
  export const generateKeyPair: () => CurveKeyPair;
  export const calculateAgreement: (pubKey: Buffer, privKey: Buffer) => Buffer;
  export const calculateSignature: (privKey: Buffer, message: Buffer) => Buffer;
}
