import { describe, expect, it } from 'vitest';
import { canonicalIdentities, canonicalIdentity } from './canonical-identity.ts';

const phone = (value: string) => canonicalIdentity({ kind: 'phone', value }).value;

describe('canonicalIdentity', () => {
  it('returns the same form for a Brazilian mobile number with and without its ninth digit', () => {
    expect(phone('5511988887777')).toBe(phone('551188887777'));
    expect(phone('+55 (11) 9 6888-7777')).toBe('551168887777');
  });

  it('returns any other number unchanged', () => {
    // A landline, a newer mobile range, other countries, other lengths.
    for (const value of [
      '551133334444',
      '5511933334444',
      '351912345678',
      '5215512345678',
      '55119888877779',
    ]) {
      expect(phone(value)).toBe(value);
    }
    expect(phone('5511933334444')).not.toBe(phone('551133334444'));
    expect(canonicalIdentity({ kind: 'lid', value: '5511988887777' })).toEqual({
      kind: 'lid',
      value: '5511988887777',
    });
  });

  it('returns each identity once, in the given order', () => {
    expect(
      canonicalIdentities([
        { kind: 'lid', value: '1' },
        { kind: 'phone', value: '5511988887777' },
        { kind: 'phone', value: '551188887777' },
      ]),
    ).toEqual([
      { kind: 'lid', value: '1' },
      { kind: 'phone', value: '551188887777' },
    ]);
  });
});
