import { describe, expect, it } from 'vitest';
import { readQuery } from './read-query.ts';

describe('readQuery', () => {
  it.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a=%5B1%2C2%5D', { a: '[1,2]' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1', { a: ['1'] }],
    ['a%5B%5D=1&a%5B%5D=1', { a: ['1', '1'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    // A repeated name with equal values is no list.
    ['a=1&a=1', { a: '1' }],
    ['a=x+y%20z', { a: 'x y z' }],
  ])('reads %j', (raw, values) => {
    expect(readQuery(new URLSearchParams(raw))).toEqual(values);
  });

  it('does not change the prototype', () => {
    const values = readQuery([
      ['__proto__[]', '1'],
      ['constructor', '2'],
    ]);
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});
