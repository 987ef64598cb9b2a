import { describe, expect, it } from 'vitest';
import { isFlag, isListOf, isNullOr, isNumber, isOneOf, isRecordOf, isShape, isText } from './guards.ts';

describe('guards', () => {
  const person = isShape({ name: isText, age: isNullOr(isNumber), role: isOneOf('admin', 'user') });
  const good = { name: 'Ana', age: null, role: 'admin' };

  it('take what is as it should be, and more', () => {
    expect(person(good)).toBe(true);
    expect(person({ ...good, more: 1 })).toBe(true);
    expect(isListOf(person)([good])).toBe(true);
    expect(isRecordOf(isListOf(isNumber))({ 7: [1, 2] })).toBe(true);
    expect(isFlag(false)).toBe(true);
  });

  it.each([null, undefined, 'text', 3, [], {}, { ...good, age: 'old' }, { ...good, role: 'root' }])(
    'refuse %j',
    (value) => {
      expect(person(value)).toBe(false);
    },
  );

  it('refuse one bad part among good ones', () => {
    expect(isListOf(isText)(['a', 1])).toBe(false);
    expect(isRecordOf(isText)({ a: 'a', b: null })).toBe(false);
    expect(isRecordOf(isText)(['a'])).toBe(false);
    expect(isNumber(Number.NaN)).toBe(false);
  });
});
