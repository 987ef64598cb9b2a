import { describe, expect, it } from 'vitest';
import { isNumberFound } from './number-found.ts';

describe('isNumberFound', () => {
  it.each([
    ['5511988880001', '8888', true],
    ['5511988880001', '(11) 98888-0001', true],
    // Stored without the ninth digit.
    ['551188880001', '+55 11 98888-0001', true],
    ['5511988880001', '011 98888', true],
    ['5511988880001', '77', false],
    ['5511988880001', '11', false],
    ['5511988880001', 'pedido 8888', false],
    // The number is hidden from this user.
    ['+5511*******01', '8888', false],
  ])('compares the number %s with the search %j: %s', (number, search, expected) => {
    expect(isNumberFound(number, search)).toBe(expected);
  });
});
