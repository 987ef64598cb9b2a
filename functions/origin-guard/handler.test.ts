import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usageKeyOf } from './usage-key.ts';

const APP_ORIGIN = 'https://app.example.com';
vi.stubEnv('APP_ORIGIN', APP_ORIGIN);
let kept = ['the-secret-of-the-edge'];
let read = ['the-secret-of-the-edge'];
const originSecrets = vi.fn(async (maxAgeMs?: number) => (maxAgeMs === undefined ? kept : read));
vi.mock('../platform/secrets.ts', () => ({ originSecrets }));
const { handler } = await import('./handler.ts');

beforeEach(() => {
  kept = ['the-secret-of-the-edge'];
  read = kept;
  originSecrets.mockClear();
});

describe('S-64 only CloudFront reaches the APIs', () => {
  it.each(['x-prosa-origin', 'X-Prosa-Origin', 'X-PROSA-ORIGIN'])('allows a call with %s', async (name) => {
    const headers = { [name]: 'the-secret-of-the-edge' };
    const methodArn = 'arn:aws:execute-api:sa-east-1:1:api/stage/POST/x';
    const allows = { policyDocument: { Statement: [{ Effect: 'Allow' }] } };
    expect(await handler({ headers })).toEqual({ isAuthorized: true });
    expect(await handler({ headers, methodArn })).toMatchObject(allows);
    expect(await handler({ headers, methodArn, httpMethod: 'POST' })).toMatchObject(allows);
  });

  it.each([undefined, '', 'the-secret-of-the-edg', 'the-secret-of-the-edge ', 'THE-SECRET-OF-THE-EDGE'])(
    'refuses an HTTP call with %j',
    async (value) => {
      expect(await handler({ headers: { 'x-prosa-origin': value } })).toEqual({ isAuthorized: false });
    },
  );

  it('reads the secret again before refusing a wrong one, but not if none was sent', async () => {
    read = ['the-next', 'the-secret-of-the-edge'];
    expect(await handler({ headers: { 'x-prosa-origin': 'the-next' } })).toEqual({ isAuthorized: true });
    expect(originSecrets.mock.calls).toEqual([[], [1_000]]);
    originSecrets.mockClear();
    expect(await handler({ headers: {} })).toEqual({ isAuthorized: false });
    expect(originSecrets).not.toHaveBeenCalled();
  });

  it('throws instead of refusing when the secret cannot be read, because API Gateway would cache a refusal', async () => {
    originSecrets.mockImplementationOnce(async () => kept).mockRejectedValueOnce(new Error('away'));
    await expect(handler({ headers: { 'x-prosa-origin': 'the-next' } })).rejects.toThrow('away');
  });

  it('answers a WebSocket API with a policy for the requested route', async () => {
    const methodArn = 'arn:aws:execute-api:sa-east-1:1:api/ws/$connect';
    const allowed = await handler({ headers: { 'x-prosa-origin': 'the-secret-of-the-edge' }, methodArn });
    const refused = await handler({ headers: {}, methodArn });
    const statement = (Effect: string) => [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }];
    expect(allowed).toMatchObject({ policyDocument: { Statement: statement('Allow') } });
    expect(refused).toMatchObject({ policyDocument: { Statement: statement('Deny') } });
    expect(allowed).not.toHaveProperty('usageIdentifierKey');
  });

  it('answers a REST API with a policy for its method, and the key of its usage plan', async () => {
    const methodArn = 'arn:aws:execute-api:sa-east-1:1:api/external/POST/messages/send';
    const event = { httpMethod: 'POST', methodArn };
    const statement = (Effect: string) => [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }];
    const allowed = await handler({ ...event, headers: { 'X-Prosa-Origin': 'the-secret-of-the-edge' } });
    expect(allowed).toMatchObject({
      policyDocument: { Statement: statement('Allow') },
      usageIdentifierKey: usageKeyOf(APP_ORIGIN),
    });
    expect(JSON.stringify(allowed)).not.toContain('the-secret-of-the-edge');
    const refused = await handler({ ...event, headers: { 'x-prosa-origin': 'another' } });
    expect(refused).toMatchObject({ policyDocument: { Statement: statement('Deny') } });
    expect(refused).not.toHaveProperty('usageIdentifierKey');
  });
});
