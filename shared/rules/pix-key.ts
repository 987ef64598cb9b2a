/** The types of Pix keys, with the central bank's names. EVP: a random key. */
export const PIX_KEY_TYPES = ['CNPJ', 'CPF', 'PHONE', 'EMAIL', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

const BRAZIL = '+55';
/** The central bank's limit. */
const EMAIL_MAX_CHARS = 77;
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
const EVP = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Returns the check digit of some characters. The weights go up from 2, from the right, and start again at 2 after
 * `highest`.
 */
const checkDigit = (characters: string, highest: number): number => {
  const sum = [...characters].reverse().reduce((total, character, index) => {
    const weight = 2 + (index % (highest - 1));
    return total + (character.charCodeAt(0) - '0'.charCodeAt(0)) * weight;
  }, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
};

const endsInCheckDigits = (characters: string, highest: number): boolean => {
  const head = characters.slice(0, -2);
  const first = checkDigit(head, highest);
  return characters === `${head}${first}${checkDigit(`${head}${first}`, highest)}`;
};

const isRepeated = (text: string): boolean => new Set(text).size === 1;

const phoneKey = (text: string): string | undefined => {
  const digits = text.replace(/\D/g, '');
  const isNational = !text.startsWith('+') && digits.length <= 11;
  const key = isNational ? `${BRAZIL}${digits}` : `+${digits}`;
  return /^\+55\d{10,11}$/.test(key) ? key : undefined;
};

/**
 * Returns a Pix key in the banks' format, from any spelling; a telephone number gets `+55` if that is missing.
 * Undefined if the key is invalid for its type, because a payment to a mistyped key goes to another person.
 */
export const pixKey = (type: PixKeyType, written: string): string | undefined => {
  const text = written.trim();
  switch (type) {
    case 'CPF': {
      const digits = text.replace(/[.\-\s]/g, '');
      return /^\d{11}$/.test(digits) && !isRepeated(digits) && endsInCheckDigits(digits, 11)
        ? digits
        : undefined;
    }
    case 'CNPJ': {
      // Since July 2026 its first twelve characters may be letters.
      const characters = text.replace(/[./\-\s]/g, '').toUpperCase();
      return /^[\dA-Z]{12}\d{2}$/.test(characters) &&
        !isRepeated(characters) &&
        endsInCheckDigits(characters, 9)
        ? characters
        : undefined;
    }
    case 'PHONE':
      return phoneKey(text);
    case 'EMAIL': {
      const address = text.toLowerCase();
      return address.length <= EMAIL_MAX_CHARS && EMAIL.test(address) ? address : undefined;
    }
    case 'EVP': {
      const key = text.toLowerCase();
      return EVP.test(key) ? key : undefined;
    }
  }
};
