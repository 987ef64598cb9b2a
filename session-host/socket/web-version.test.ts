import { once } from 'node:events';
import { createServer } from 'node:http';
import { OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import { DEFAULT_CONNECTION_CONFIG } from 'baileys';
import { describe, expect, it } from 'vitest';
import { type ClientVersion, fetchClientVersion, versionInScript, WebVersion } from './web-version.ts';

const OLD: ClientVersion = [2, 3000, 1_000_000_000];
const NEW: ClientVersion = [2, 3000, 1_000_000_001];

describe('the version in the script of WhatsApp Web', () => {
  it.each([
    ['self.x={"client_revision":1043857760,"y":1}', [2, 3000, 1_043_857_760]],
    [String.raw`JSON.parse("{\"client_revision\": 1043857761}")`, [2, 3000, 1_043_857_761]],
    ['{"client_revision":4294967295}', [2, 3000, 4_294_967_295]],
    ['{"client_revision":4294967296}', undefined],
    ['{"client_revision":12}', undefined],
    ['{"client_revision":99999999999999999999}', undefined],
    ['{"client_revision":"1043857760"}', undefined],
    ['<html>Sign in to the network</html>', undefined],
    ['', undefined],
  ])('%s is %j', (script, version) => {
    expect(versionInScript(script)).toEqual(version);
  });
});

describe('fetching the version of WhatsApp Web', () => {
  const serve = async (status: number, body: string, headers: Record<string, string> = {}) => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers['user-agent']);
      response.writeHead(status, headers).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const rules = { ...OUTSIDE_RULES, protocols: ['http:'], mayConnect: () => true };
    const fetchIt = fetchClientVersion(`http://127.0.0.1:${address.port}/sw.js`, rules);
    return { fetchIt, seen, close: () => server.close() };
  };

  it("sends a browser's headers and reads the revision", async () => {
    const { fetchIt, seen, close } = await serve(200, '{"client_revision":1043857760}');
    expect(await fetchIt()).toEqual([2, 3000, 1_043_857_760]);
    expect(seen).toEqual([expect.stringMatching(/^Mozilla\/5\.0/)]);
    close();
  });

  it.each([
    ['a redirect', 302, '{"client_revision":1043857760}', { location: 'http://127.0.0.1:1/' }],
    ['a refusal', 403, '{"client_revision":1043857760}', {}],
    ['a page that names none', 200, '<html></html>', {}],
    ['a script without end', 200, 'x'.repeat(5 * 1024 * 1024), {}],
  ])('fails on %s', async (_what, status, body, headers) => {
    const { fetchIt, close } = await serve(status, body, headers);
    await expect(fetchIt()).rejects.toThrow();
    close();
  });

  it('refuses a private address', async () => {
    await expect(fetchClientVersion('https://127.0.0.1/sw.js')()).rejects.toThrow('refused');
  });
});

describe('the reported version of WhatsApp Web', () => {
  it("is Baileys' own at first", () => {
    expect(new WebVersion().current).toEqual(DEFAULT_CONNECTION_CONFIG.version);
  });

  it('is fetched once for simultaneously refused connections, and once an hour at most', async () => {
    let fetched = 0;
    const version = new WebVersion(OLD, async () => {
      fetched += 1;
      return NEW;
    });
    expect(await Promise.all([version.isNewerThan(OLD), version.isNewerThan(OLD)])).toEqual([true, true]);
    expect(version.current).toEqual(NEW);
    expect(await version.isNewerThan(OLD)).toBe(true);
    expect(await version.isNewerThan(NEW)).toBe(false);
    expect(fetched).toBe(1);
  });

  it('is never replaced by an older one', async () => {
    const version = new WebVersion(NEW, async () => OLD);
    expect(await version.isNewerThan(NEW)).toBe(false);
    expect(version.current).toEqual(NEW);
  });

  it('stays unchanged if the current one cannot be fetched', async () => {
    const version = new WebVersion(OLD, () => Promise.reject(new Error('unreachable')));
    expect(await version.isNewerThan(OLD)).toBe(false);
    expect(version.current).toEqual(OLD);
  });
});
