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
    expect(allowed).not.toHaveProperty('usageIdentifierKey');
  });

  it('answers a REST API with a policy for its stage, and the key that its usage plan counts', async () => {
    const stage = 'arn:aws:execute-api:sa-east-1:1:api/external';
    const event = { httpMethod: 'POST', methodArn: `${stage}/POST/messages/send` };
    const statement = (Effect: string) => [{ Action: 'execute-api:Invoke', Effect, Resource: `${stage}/*` }];
    const allowed = await handler({ ...event, headers: { 'X-Prosa-Origin': 'the-secret-of-the-edge' } });
    expect(allowed).toMatchObject({
      policyDocument: { Statement: statement('Allow') },
      usageIdentifierKey: 'the-secret-of-the-edge',
    });
    const refused = await handler({ ...event, headers: { 'x-prosa-origin': 'another' } });
    expect(refused).toMatchObject({ policyDocument: { Statement: statement('Deny') } });
    expect(refused).not.toHaveProperty('usageIdentifierKey');
  });
});
