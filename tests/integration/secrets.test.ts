import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

let answer = '';
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  response.end(JSON.stringify({ SecretString: answer }));
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  Object.assign(process.env, {
    INSTALLATION: 'prosa',
    SECRETS_ENDPOINT: `http://127.0.0.1:${address.port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(() => server.close());

const key = (bytes: number) => Buffer.alloc(bytes, 9).toString('base64url');

describe('signing secret', () => {
  it.each([
    ['empty', ''],
    ['not JSON', 'changeme'],
    ['without keys', '{}'],
    ['with a key of 31 bytes', JSON.stringify({ current: 'a', keys: { a: key(31) } })],
    ['with an empty key', JSON.stringify({ current: 'a', keys: { a: '' } })],
    ['with one short key among good ones', JSON.stringify({ current: 'a', keys: { a: key(32), b: key(8) } })],
    ['that names a missing key', JSON.stringify({ current: 'b', keys: { a: key(32) } })],
  ])('S-03: signs nothing with a secret %s', async (_name, secret) => {
    answer = secret;
    vi.resetModules();
    const { signAccessToken } = await import('@prosa/functions/platform/auth/access-token.ts');
    const claims = { userId: 1, companyId: 1, sessionId: 's' };
    await expect(signAccessToken(claims, Date.now())).rejects.toThrow();
  });

  it('S-03: signs with a 256-bit secret', async () => {
    answer = JSON.stringify({ current: 'a', keys: { a: key(32) } });
    vi.resetModules();
    const { signAccessToken } = await import('@prosa/functions/platform/auth/access-token.ts');
    const claims = { userId: 1, companyId: 1, sessionId: 's' };
    expect(await signAccessToken(claims, Date.now())).toMatch(/^ey/);
  });

  it.each(['sessionCredentialKeys', 'tenantSecretKeys'] as const)(
    'S-03: %s encrypts with 256 bits or not at all',
    async (ring) => {
      answer = JSON.stringify({ current: 'a', keys: { a: key(31) } });
      vi.resetModules();
      const secrets = await import('@prosa/functions/platform/secrets.ts');
      await expect(secrets[ring]()).rejects.toThrow('256 bits');
      answer = JSON.stringify({ current: 'a', keys: { a: key(32) } });
      expect(await secrets[ring]()).toMatchObject({ current: 'a' });
    },
  );

  it('S-03: no code contains a fallback for a secret', async () => {
    const root = join(import.meta.dirname, '../../functions');
    const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const offending: string[] = [];
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      if (/(secret|key|password)\w*\s*(\?\?|\|\|)=?\s*['"`]\S/i.test(text)) offending.push(file);
    }
    expect(files.length).toBeGreaterThan(20);
    expect(offending).toEqual([]);
  });
});
