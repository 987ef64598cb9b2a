import { describe, expect, it } from 'vitest';
import { checkNumbers, matchNumbers } from './check-numbers.ts';

describe('the numbers that WhatsApp found', () => {
  it('are assigned by number, by the Brazilian spelling, and by their end', () => {
    const asked = ['5511987654321', '5215512345678', '4915112345678', '5511911112222'];
    expect(matchNumbers(asked, ['525512345678', '4915112345678', '551187654321'])).toEqual([
      { number: '5511987654321', result: { state: 'reached', number: '551187654321' } },
      { number: '5215512345678', result: { state: 'reached', number: '525512345678' } },
      { number: '4915112345678', result: { state: 'reached', number: '4915112345678' } },
      { number: '5511911112222', result: { state: 'absent' } },
    ]);
  });

  it('that belong to none of those asked about leave the others untold', () => {
    expect(matchNumbers(['5511987654321', '5511911112222'], ['5511987654321', '12025550100'])).toEqual([
      { number: '5511987654321', result: { state: 'reached', number: '5511987654321' } },
      { number: '5511911112222', result: { state: 'failed', reason: 'no number in the answer fits' } },
    ]);
  });

  it('with the same end as two of those asked about are not assigned by it', () => {
    const told = matchNumbers(['5215512345678', '5515512345678'], ['525512345678', '555512345678']);
    expect(told.map(({ result }) => result.state)).toEqual(['failed', 'failed']);
    const one = matchNumbers(['5215512345678', '5515512345678'], ['525512345678']);
    expect(one.map(({ result }) => result.state)).toEqual(['failed', 'failed']);
  });
});

describe('asking WhatsApp', () => {
  it('is one request for all numbers', async () => {
    const requests: string[][] = [];
    const onWhatsApp = async (...numbers: string[]) => {
      requests.push(numbers);
      return [{ jid: '5511987654321@s.whatsapp.net', exists: true }];
    };
    expect(await checkNumbers({ onWhatsApp }, ['5511987654321', '5511911112222'])).toEqual({
      state: 'answered',
      numbers: [
        { number: '5511987654321', result: { state: 'reached', number: '5511987654321' } },
        { number: '5511911112222', result: { state: 'absent' } },
      ],
    });
    expect(requests).toEqual([['5511987654321', '5511911112222']]);
  });

  it('without an answer, or with an error, has failed', async () => {
    expect(await checkNumbers({ onWhatsApp: async () => undefined }, ['5511987654321'])).toMatchObject({
      state: 'failed',
    });
    const onWhatsApp = async () => {
      throw new Error('the stream ended');
    };
    expect(await checkNumbers({ onWhatsApp }, ['5511987654321'])).toEqual({
      state: 'failed',
      reason: 'the stream ended',
    });
  });
});
