import { describe, expect, it, vi } from 'vitest';

vi.mock('../platform/secrets.ts', () => ({ originSecret: async () => 'the-secret-of-the-edge' }));
const { handler } = await import('./handler.ts');

describe('S-64 only the edge reaches the APIs', () => {
  it('lets an HTTP call through with the secret, whatever the case of the header', async () => {
    expect(await handler({ headers: { 'X-Prosa-Origin': 'the-secret-of-the-edge' } })).toEqual({
      isAuthorized: true,
    });
  });

  it.each([undefined, '', 'the-secret-of-the-edg', 'the-secret-of-the-edge ', 'THE-SECRET-OF-THE-EDGE'])(
    'refuses an HTTP call with %j',
    async (value) => {
      expect(await handler({ headers: { 'x-prosa-origin': value } })).toEqual({ isAuthorized: false });
    },
  );

  it('answers a WebSocket API with a policy for the route it asked about', async () => {
    const methodArn = 'arn:aws:execute-api:sa-east-1:1:api/ws/$connect';
    const allowed = await handler({ headers: { 'x-prosa-origin': 'the-secret-of-the-edge' }, methodArn });
    const refused = await handler({ headers: {}, methodArn });
    const statement = (Effect: string) => [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }];
    expect(allowed).toMatchObject({ policyDocument: { Statement: statement('Allow') } });
    expect(refused).toMatchObject({ policyDocument: { Statement: statement('Deny') } });
  });
});
