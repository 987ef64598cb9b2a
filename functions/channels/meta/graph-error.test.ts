import { describe, expect, it } from 'vitest';
import { graphFailure } from './graph-error.ts';

const answer = (code: number, subcode?: number, message = 'no') => ({
  error: { code, message, ...(subcode === undefined ? {} : { error_subcode: subcode }) },
});
const outcomeOf = (status: number, body: unknown) => {
  const { reason, remedy } = graphFailure(status, body);
  return [reason, remedy.does];
};

describe('an error of the Graph API', () => {
  it.each([
    [400, 131047, undefined, 'window-closed', 'stop'],
    [400, 131026, undefined, 'unreachable', 'stop'],
    [400, 131053, undefined, 'media-refused', 'stop'],
    [400, 131042, undefined, 'payment-missing', 'stop'],
    [404, 132001, undefined, 'template-refused', 'stop'],
    [400, 131049, undefined, 'recipient-limit', 'stop'],
    [400, 131050, undefined, 'opted-out', 'stop'],
    [400, 130403, undefined, 'blocked', 'stop'],
    [403, 368, undefined, 'account-restricted', 'stop'],
    [400, 551, 1545041, 'unreachable', 'stop'],
    [400, 100, 2018047, 'media-refused', 'stop'],
    [400, 131009, undefined, 'refused-131009', 'stop'],
  ])('%i/%i/%s becomes the reason %s for the attendant', (status, code, subcode, reason, does) => {
    expect(outcomeOf(status, answer(code, subcode))).toEqual([reason, does]);
  });

  it('R28: a reply window that closed meanwhile is a reason of its own on Messenger and Instagram', () => {
    expect(outcomeOf(400, answer(10, 2018278))).toEqual(['window-closed', 'stop']);
    expect(outcomeOf(400, answer(10, 2534022))).toEqual(['window-closed', 'stop']);
  });

  it.each([
    [401, 190, 463, 'token-refused'],
    [401, 0, undefined, 'token-refused'],
    [403, 10, undefined, 'permission-missing'],
    [403, 230, undefined, 'permission-missing'],
    [403, 131005, undefined, 'permission-missing'],
    [400, 33, undefined, 'account-gone'],
    [400, 133010, undefined, 'not-registered'],
    [500, 131045, undefined, 'not-registered'],
    [400, 100, 2534013, 'account-gone'],
  ])('%i/%i/%s asks for a new link of the account because of %s', (status, code, subcode, because) => {
    const { reason, remedy } = graphFailure(status, answer(code, subcode));
    expect([reason, remedy]).toEqual(['relink-needed', { does: 'relink', because }]);
  });

  it('R27: is retried only if Meta certainly did not accept the request', () => {
    for (const code of [4, 80007, 130429, 131056, 131057, 613])
      expect(outcomeOf(400, answer(code)), String(code)).toEqual(['rate-limited', 'wait']);
    for (const code of [1, 2, 131000, 131016, 133004])
      expect(outcomeOf(500, answer(code)), String(code)).toEqual(['provider-failed', 'doubt']);
  });

  it('R27: a 429 with an unknown code or without a body is a rate limit', () => {
    expect(outcomeOf(429, answer(999))).toEqual(['rate-limited', 'wait']);
    expect(outcomeOf(429, undefined)).toEqual(['rate-limited', 'wait']);
    expect(outcomeOf(429, answer(190))).toEqual(['relink-needed', 'relink']);
  });

  it('R27: a page of a proxy leaves the outcome open above 500, and denies it below', () => {
    expect(outcomeOf(502, undefined)).toEqual(['provider-failed', 'doubt']);
    expect(outcomeOf(400, undefined)).toEqual(['provider-failed', 'stop']);
  });
});

describe('the cause of a failure', () => {
  const causeOf = (body: unknown) => String(graphFailure(400, body).cause);

  it('has the code, the text and the details, in both forms', () => {
    const error = { code: 131009, error_subcode: 7, message: '(#131009) Parameter value is not valid' };
    expect(causeOf({ error: { ...error, error_data: { details: 'Button title too long' } } })).toBe(
      'Error: Graph API 131009/7: (#131009) Parameter value is not valid Button title too long',
    );
    expect(causeOf({ error: { ...error, error_data: 'Button title too long' } })).toContain(
      'Button title too long',
    );
    expect(causeOf({ error: { ...error, error_data: { other: 1 } } })).toContain('131009/7');
  });

  it('does not repeat a token that Meta quotes', () => {
    const token = `EAA${'aB3'.repeat(60)}`;
    const cause = causeOf(answer(190, undefined, `Malformed access token ${token}, please check`));
    expect(cause).toBe('Error: Graph API 190/0: Malformed access token …, please check');
  });
});
