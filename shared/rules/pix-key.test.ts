import { describe, expect, it } from 'vitest';
import { pixKey } from './pix-key.ts';

describe('a Pix key', () => {
  it.each([
    ['CPF', '529.982.247-25', '52998224725'],
    ['CPF', ' 11144477735 ', '11144477735'],
    ['CNPJ', '11.222.333/0001-81', '11222333000181'],
    // The tax office's example of a number with letters.
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['PHONE', '(11) 98765-4321', '+5511987654321'],
    ['PHONE', '1133334444', '+551133334444'],
    ['PHONE', '5511987654321', '+5511987654321'],
    ['PHONE', '+55 11 98765-4321', '+5511987654321'],
    // An area code that equals the country code.
    ['PHONE', '55 98765-4321', '+5555987654321'],
    ['EMAIL', 'Caixa@Loja.example', 'caixa@loja.example'],
    ['EVP', '123E4567-E89B-12D3-A456-426655440000', '123e4567-e89b-12d3-a456-426655440000'],
  ] as const)('a Pix key of type %s is normalized to %s', (type, written, key) => {
    expect(pixKey(type, written)).toBe(key);
  });

  it.each([
    ['CPF', '529.982.247-26'],
    ['CPF', '000.000.000-00'],
    ['CPF', '5299822472'],
    ['CPF', '5299822472a'],
    ['CNPJ', '11.222.333/0001-82'],
    ['CNPJ', '00000000000000'],
    ['CNPJ', '52998224725'],
    ['PHONE', '98765-4321'],
    ['PHONE', '+1 212 555 0100'],
    ['PHONE', 'ligue'],
    ['EMAIL', 'loja'],
    ['EMAIL', 'a b@loja.example'],
    ['EMAIL', `${'a'.repeat(70)}@loja.example`],
    ['EVP', '123e4567e89b12d3a456426655440000'],
    ['EVP', ''],
  ] as const)('a Pix key of type %s is invalid as %s', (type, written) => {
    expect(pixKey(type, written)).toBeUndefined();
  });
});
