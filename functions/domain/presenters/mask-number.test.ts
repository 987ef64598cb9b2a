import { describe, expect, it } from 'vitest';
import { hidesNumbers, maskContact, maskNumber } from './mask-number.ts';

describe('masking numbers', () => {
  it('leaves the prefix and the last two digits', () => {
    expect(maskNumber('5511988887777')).toBe('5511*******77');
    expect(maskNumber('123456')).toBe('******');
    expect(maskNumber('')).toBe('');
  });

  it('masks a name that is the number', () => {
    expect(maskContact({ name: '+55 11 98888-7777', number: '5511988887777' })).toEqual({
      name: '5511*******77',
      number: '5511*******77',
    });
    expect(maskContact({ name: 'Ana 2024', number: '5511988887777' }).name).toBe('Ana 2024');
    expect(maskContact({ name: 'Ana', number: '' })).toEqual({ name: 'Ana', number: '' });
  });

  it('is for attendants of companies that ask for it', () => {
    const on = { enableLGPD: true, lgpdHideNumber: true };
    expect(hidesNumbers(on, { profile: 'user', super: false })).toBe(true);
    expect(hidesNumbers(on, { profile: 'admin', super: false })).toBe(false);
    expect(hidesNumbers({ ...on, enableLGPD: false }, { profile: 'user', super: false })).toBe(false);
    expect(hidesNumbers({ ...on, lgpdHideNumber: false }, { profile: 'user', super: false })).toBe(false);
  });
});
