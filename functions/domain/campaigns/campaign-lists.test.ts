import { describe, expect, it } from 'vitest';
import { audienceSize } from './audience-size.ts';
import { campaignCounts } from './campaign-counts.ts';
import { beginsWithDigits } from './number-spellings.ts';
import { receiverMatches } from './receiver-matches.ts';

it('counts everyone but the skipped as valid', () => {
  const zero = { confirmed: 0, declined: 0, delivered: 0, read: 0, failed: 0, answered: 0, optedOut: 0 };
  expect(campaignCounts(undefined, 5)).toMatchObject({ valid: 5, skipped: 0, sent: 0 });
  expect(campaignCounts({ ...zero, asked: 3, sent: 2, unknown: 1, skipped: 2 }, 5)).toEqual({
    ...zero,
    valid: 3,
    skipped: 2,
    confirmationRequested: 3,
    sent: 2,
  });
  // The sums may be ahead of the plan for a moment.
  expect(campaignCounts({ ...zero, asked: 0, sent: 0, unknown: 0, skipped: 7 }, 5).valid).toBe(0);
});

describe('a receiver is found', () => {
  it.each([
    ['', true],
    ['joao', true],
    ['SILVA', true],
    ['(11) 98765', true],
    ['4321', true],
    ['maria', false],
    ['999', false],
    ['---', true],
  ])('by %j: %s', (search, expected) => {
    expect(receiverMatches({ name: 'João Silva', number: '5511987654321' }, search)).toBe(expected);
  });
});

describe('the beginning of a suppressed number', () => {
  it.each([
    ['551187654321', '55119', true],
    ['551187654321', '5511987654321', true],
    ['551187654321', '55118', true],
    ['551187654321', '55117', false],
    ['551133334444', '55119', false],
    ['351912345678', '3519', true],
    ['351912345678', '', true],
  ])('%s with %j: %s', (number, digits, expected) => {
    expect(beginsWithDigits(number, digits)).toBe(expected);
  });
});

describe('the number of receivers', () => {
  const examined = { isAll: false, sendable: 150, invalid: 20, optedOut: 30 };
  it('is exact if all were examined', () => {
    const audience = { everyone: 200, invalid: 25 };
    expect(audienceSize(audience, { ...examined, isAll: true }, 0)).toEqual({ receivers: 150, invalid: 20 });
  });
  it('is otherwise that of the list, without those who are known to be left out or had their turn', () => {
    const audience = { everyone: 1000, invalid: 100 };
    expect(audienceSize(audience, examined, 0)).toEqual({ receivers: 870, invalid: 100 });
    expect(audienceSize(audience, examined, 500)).toEqual({ receivers: 370, invalid: 100 });
    expect(audienceSize(audience, examined, 2000).receivers).toBe(0);
  });
});
