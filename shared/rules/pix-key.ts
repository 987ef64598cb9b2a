/** What a Pix key may be, as Brazil's central bank names it. EVP: a random key. */
export const PIX_KEY_TYPES = ['CNPJ', 'CPF', 'PHONE', 'EMAIL', 'EVP'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

const BRAZIL = '+55';
/** The central bank's limit. */
const EMAIL_MAX_CHARS = 77;
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
const EVP = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The check digit behind some characters: weights from 2 upwards, from the right, and again from 2 behind `highest`. */
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
 * A Pix key as banks know it, whatever marks it was written with: a telephone gets `+55` where that is missing. Undefined
 * where it can be none of its type: a payment to a mistyped key goes to somebody else.
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
      // Since July 2026 its first twelve may be letters, too.
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
