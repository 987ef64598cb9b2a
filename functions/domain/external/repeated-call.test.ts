import { describe, expect, it } from 'vitest';
import { answerOfRepeated } from './repeated-call.ts';

const AT = '2026-11-26T12:00:00.000Z';
const atMs = Date.parse(AT);
const DAY_MS = 24 * 60 * 60 * 1000;
const earlier = { bodyHash: 'a', ticketId: 3, messageIds: ['1', '2'], scheduleId: null, at: AT };

describe('repeated calls of the external API', () => {
  it('a repetition gets the first answer for 24 hours', () => {
    const answer = { status: 'SUCCESS', messages: [{ id: '1' }, { id: '2' }] };
    expect(answerOfRepeated(earlier, 'a', atMs)).toEqual(answer);
    expect(answerOfRepeated(earlier, 'a', atMs + DAY_MS - 1)).toEqual(answer);
  });

  it('a repetition of a call that schedules gets its schedule', () => {
    const scheduled = { bodyHash: 'a', ticketId: null, messageIds: [], scheduleId: 7, at: AT };
    const answer = { status: 'SUCCESS', messages: [], scheduleId: 7 };
    expect(answerOfRepeated(scheduled, 'a', atMs)).toEqual(answer);
  });

  it('another request with the key is refused for 24 hours', () => {
    expect(() => answerOfRepeated(earlier, 'b', atMs + DAY_MS - 1)).toThrow('ERR_IDEMPOTENCY_MISMATCH');
  });

  it('a key is free before its first call, and after 24 hours for any request', () => {
    expect(answerOfRepeated(undefined, 'a', atMs)).toBeUndefined();
    expect(answerOfRepeated(earlier, 'a', atMs + DAY_MS)).toBeUndefined();
    expect(answerOfRepeated(earlier, 'b', atMs + DAY_MS)).toBeUndefined();
  });
});
