import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISCONNECT, disconnectCodeOf } from '../connections/reconnect.ts';
import { type Bench, ON_LOOPBACK, openBench, REF } from '../testing/harness.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../testing/proxies.ts';
import { ConnectionAgent, connectionDispatcher } from './proxy-agent.ts';
import { ProxyFailed, type ReadProxy } from './tunnel.ts';

const KINDS: [string, () => Promise<TestProxy>][] = [
  ['HTTP', startHttpProxy],
  ['SOCKS 5', startSocksProxy],
];
const withoutCredentials = (url: string): string => url.replace(/\/\/.*@/, '//');

describe('the WhatsApp sockets of a connection', () => {
  const open: { close(): unknown }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  const keep = async <T extends { close(): unknown }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    open.push(started);
    return started;
  };
  const target = async (): Promise<number> => {
    const server = createServer((_request, response) => response.end('reached'));
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  /** Sends a request over the agent and returns the response. */
  const askOver = (readProxy: ReadProxy, port: number, rules = ON_LOOPBACK): Promise<string> =>
    new Promise((resolve, reject) => {
      const agent = new ConnectionAgent(readProxy, rules);
      get({ host: '127.0.0.1', port, path: '/', agent }, (response) => {
        response.on('data', (bytes: Buffer) => resolve(bytes.toString()));
      }).on('error', reject);
    });

  it.each(KINDS)('use a proxy that speaks %s, with its credentials', async (_kind, start) => {
    const proxy = await keep(start());
    const port = await target();
    expect(await askOver(async () => proxy.url, port)).toBe('reached');
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`]);
  });

  it('connect directly if no proxy is set', async () => {
    expect(await askOver(async () => undefined, await target())).toBe('reached');
  });

  it.each(KINDS)('fail if a proxy that speaks %s rejects the credentials', async (_kind, start) => {
    const proxy = await keep(start());
    const failing = askOver(async () => withoutCredentials(proxy.url), await target());
    await expect(failing).rejects.toThrow(ProxyFailed);
  });

  it.each([401, 403, 405, 407, 503])('fail with a proxy error if the proxy answers %i', async (status) => {
    const proxy = await keep(startHttpProxy());
    proxy.status = status;
    await expect(askOver(async () => proxy.url, await target())).rejects.toThrow(ProxyFailed);
  });

  it('fail if the proxy is unreachable', async () => {
    const proxy = await startHttpProxy();
    proxy.close();
    await expect(askOver(async () => proxy.url, await target())).rejects.toThrow(ProxyFailed);
  });

  it.each([
    'http://127.0.0.1:8080',
    'socks5://10.0.0.1:1080',
    'http://169.254.169.254',
    'http://[::1]:8080',
    'http://localhost:8080',
    'socks5://localhost:1080',
  ])('S-46: never connect to a proxy outside of the public Internet: %s', async (url) => {
    const failing = askOver(async () => url, await target(), {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      mayConnect: (address) => address === '203.0.113.1',
    });
    await expect(failing).rejects.toThrow(ProxyFailed);
  });

  it('never connect directly if the setting cannot be read', async () => {
    const failing = askOver(() => Promise.reject(new Error('the table is away')), await target());
    await expect(failing).rejects.toThrow('the table is away');
  });
});

describe('the downloads of a connection', () => {
  const open: { close(): unknown }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  /** Starts a media server that counts its connections. */
  const mediaServer = async (): Promise<{ url: string; address: string; reached: () => number }> => {
    let connections = 0;
    const server = createServer((_request, response) => response.end('file'));
    server.on('connection', () => {
      connections += 1;
    });
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const host = `127.0.0.1:${address.port}`;
    return { url: `http://${host}/`, address: host, reached: () => connections };
  };
  const download = async (url: string, readProxy: ReadProxy): Promise<string> => {
    const answer = await fetch(url, { dispatcher: connectionDispatcher(readProxy, ON_LOOPBACK) });
    return answer.text();
  };

  it.each(KINDS)('use a proxy that speaks %s', async (_kind, start) => {
    const proxy = await start();
    open.push(proxy);
    const server = await mediaServer();
    expect(await download(server.url, async () => proxy.url)).toBe('file');
    expect(proxy.asked).toEqual([server.address]);
  });

  it('each download uses a new socket, so that a changed proxy applies from the next one', async () => {
    const proxies = [await startHttpProxy(), await startSocksProxy()] as const;
    open.push(...proxies);
    const server = await mediaServer();
    let url = proxies[0].url;
    const dispatcher = connectionDispatcher(async () => url, ON_LOOPBACK);
    for (const proxy of proxies) {
      ({ url } = proxy);
      await (await fetch(server.url, { dispatcher })).text();
    }
    expect(proxies.map(({ asked }) => asked)).toEqual([[server.address], [server.address]]);
  });

  it('never connect directly if the proxy is unreachable or the setting cannot be read', async () => {
    const away = await startHttpProxy();
    away.close();
    const server = await mediaServer();
    for (const readProxy of [async () => away.url, () => Promise.reject(new Error('the table is away'))])
      await expect(download(server.url, readProxy)).rejects.toThrow('fetch failed');
    expect(server.reached()).toBe(0);
    expect(await download(server.url, async () => undefined)).toBe('file');
  });
});

describe('a connection with a proxy', () => {
  let bench: Bench;
  let proxy: TestProxy;
  beforeEach(async () => {
    bench = await openBench();
    proxy = await startSocksProxy();
  });
  afterEach(async () => {
    await bench.close();
    proxy.close();
  });
  const isUp = () => bench.fake.network.isConnected('1:2');

  it('is paired through it, and uses a changed proxy from its next socket on', async () => {
    bench.store.proxies.set('1:2', proxy.url);
    await bench.pair();
    // One socket for linking, one after it.
    expect(proxy.asked).toHaveLength(2);
    const another = await startHttpProxy();
    bench.store.proxies.set('1:2', another.url);
    bench.commands.push({ v: 1, ...REF, type: 'restart' });
    await expect.poll(() => another.asked.length).toBe(1);
    await expect.poll(isUp).toBe(true);
    expect(proxy.asked).toHaveLength(2);
    another.close();
  });

  it('fetches files and the phone’s history through it', async () => {
    await bench.pair();
    bench.store.proxies.set('1:2', proxy.url);
    bench.past.wishes.set('1:2', { fromMs: 0, toMs: Date.now(), groups: true });
    const media = bench.fake.mediaOrigin.slice('http://'.length);
    await bench.write({
      from: '5511988887777',
      type: 'image',
      media: { mimeType: 'image/png', fileName: 'a.png', data: Buffer.from('bytes').toString('base64') },
    });
    const { content, providerMessageId } = await bench.inbox.next('message');
    if (!('media' in content)) throw new Error('no file');
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'fetch-media',
      messageId: providerMessageId,
      key: 'k',
      media: content.media,
      maxBytes: 1_000_000,
    });
    expect((await bench.inbox.next('media')).result).toMatchObject({ state: 'stored' });
    expect(proxy.asked).toEqual([media]);
    const message = { id: 'P-1', text: 'ontem', at: Date.now() - 1000 };
    await bench.fake.network.tellPast('1:2', {
      part: 'recent',
      chats: [{ contact: '5511966665555', messages: [message] }],
    });
    await expect.poll(() => bench.past.sent.filter(({ type }) => type === 'piece').length).toBe(1);
    expect(proxy.asked).toEqual([media, media]);
  });

  it('R38: shows that its proxy fails, whatever the proxy answers, keeps its credentials, and reconnects when it works', async () => {
    await bench.pair();
    const failing = await startHttpProxy();
    failing.status = 401;
    bench.store.proxies.set('1:2', failing.url);
    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'restart' });
    await bench.inbox.next('session', ({ reason }) => reason === 'proxy-failed');
    expect(bench.store.auth.get('1:2')?.size).toBeGreaterThan(1);
    failing.status = 0;
    await expect.poll(isUp).toBe(true);
    failing.close();
  });

  it('ends its pairing if the proxy fails, and shows that', async () => {
    bench.store.proxies.set('1:2', withoutCredentials(proxy.url));
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await bench.inbox.next(
      'session',
      ({ status, reason }) => status === 'DISCONNECTED' && reason === 'proxy-failed',
    );
    expect(proxy.asked).toEqual([]);
  });
});

describe('errors below the protocol', () => {
  it.each<[string, object, number]>([
    ['an HTTP status', { data: new Error('Unexpected server response: 403'), status: 403 }, 503],
    ['a certificate that does not hold', { data: new Error('certificate has expired'), status: 500 }, 0],
    ['a proxy that fails', { data: new ProxyFailed(), status: 500 }, DISCONNECT.proxyFailed],
  ])(
    '%s is not a disconnect code of WhatsApp',
    (_what, { data, status }: { data?: Error; status?: number }, code) => {
      const error = Object.assign(new Error(`WebSocket Error (${data?.message})`), {
        data,
        output: { statusCode: status },
      });
      expect(disconnectCodeOf(error)).toBe(code);
    },
  );
});
