import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fetchOutside,
  type HostAddress,
  isPublicAddress,
  OUTSIDE_RULES,
  OutsideFailed,
  type OutsideRules,
} from './fetch-outside.ts';

const FILE = Buffer.from('the file');
const MAX_BYTES = 1000;
const LOOPBACK: HostAddress = { address: '127.0.0.1', family: 4 };

let server: Server;
let port = 0;
let connections = 0;
const routes: Record<string, RequestListener> = {
  '/file': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(FILE);
  },
  '/moved': (_request, response) => {
    response.writeHead(302, { location: '/file' }).end();
  },
  '/for-ever': (_request, response) => {
    response.writeHead(307, { location: '/for-ever' }).end();
  },
  '/to-metadata': (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
  '/to-file-system': (_request, response) => {
    response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  },
  '/large': (_request, response) => {
    response.writeHead(200).end(Buffer.alloc(MAX_BYTES + 1));
  },
  // Sends no size and never ends.
  '/endless': (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(Buffer.alloc(400)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/silent': () => undefined,
  '/cut': (_request, response) => {
    response.destroy();
  },
  '/zipped': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(FILE);
  },
  '/what-was-sent': (request, response) => {
    response.writeHead(200).end(JSON.stringify(request.headers));
  },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (route === undefined) response.writeHead(404).end();
    else route(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The production rules, except that this test's own server may be reached under a name. */
const RULES: OutsideRules = {
  protocols: ['http:', 'https:'],
  resolve: async () => [LOOPBACK],
  mayConnect: (address) => address === LOOPBACK.address || isPublicAddress(address),
};
const get = (path: string, rules = RULES) =>
  fetchOutside(`http://files.example:${port}${path}`, MAX_BYTES, rules);
const reasonOf = async (fetched: Promise<unknown>): Promise<string> => {
  try {
    await fetched;
    return 'fetched';
  } catch (error) {
    return error instanceof OutsideFailed ? error.reason : String(error);
  }
};

describe('fetchOutside', () => {
  it('returns the bytes and their declared type, also after a redirect', async () => {
    for (const path of ['/file', '/moved']) {
      const { bytes, mimeType, url } = await get(path);
      expect(Buffer.from(bytes)).toEqual(FILE);
      expect([mimeType, url.pathname]).toEqual(['image/png', '/file']);
    }
  });

  it.each([
    ['/nothing', 'no-file'],
    ['/zipped', 'no-file'],
    ['/large', 'too-large'],
    ['/endless', 'too-large'],
    ['/for-ever', 'too-many-redirects'],
    ['/to-metadata', 'refused'],
    ['/to-file-system', 'refused'],
  ])('S-47 a fetch of %s fails with reason %s', async (path, reason) => {
    expect(await reasonOf(get(path))).toBe(reason);
  });

  it('S-47 times out when the server does not answer or the name does not resolve', async () => {
    expect(await reasonOf(fetchOutside(`http://a.example:${port}/silent`, MAX_BYTES, RULES, 100))).toBe(
      'too-slow',
    );
    const resolve = () => new Promise<never>(() => undefined);
    expect(await reasonOf(fetchOutside('http://b.example/', MAX_BYTES, { ...RULES, resolve }, 100))).toBe(
      'too-slow',
    );
    const nowhere = { ...RULES, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    expect(await reasonOf(get('/file', nowhere))).toBe('unreachable');
    expect(await reasonOf(get('/file', { ...RULES, resolve: async () => [] }))).toBe('unreachable');
  });

  it('R27: a failure tells whether the server got the request: not before a connection was opened', async () => {
    const isUnsent = (path: string, rules: OutsideRules, origin = `http://files.example:${port}`) =>
      fetchOutside(`${origin}${path}`, MAX_BYTES, rules, 100).then(
        () => undefined,
        (error: unknown) => error instanceof OutsideFailed && error.isUnsent,
      );
    const unresolved: OutsideRules['resolve'][] = [
      () => new Promise<never>(() => undefined),
      () => Promise.reject(new Error('ENOTFOUND')),
      async () => [],
    ];
    for (const resolve of unresolved) expect(await isUnsent('/file', { ...RULES, resolve })).toBe(true);
    // Nothing listens there; and this server answers no handshake of TLS.
    expect(await isUnsent('/file', RULES, 'http://files.example:9')).toBe(true);
    expect(await isUnsent('/file', RULES, `https://files.example:${port}`)).toBe(true);
    for (const path of ['/silent', '/cut', '/large']) expect(await isUnsent(path, RULES)).toBe(false);
  });

  it('S-47 sends no headers beyond the necessary ones', async () => {
    const { bytes } = await get('/what-was-sent');
    expect(Object.keys(JSON.parse(Buffer.from(bytes).toString()))).toEqual([
      'accept',
      'accept-encoding',
      'user-agent',
      'host',
      'connection',
    ]);
    expect(await reasonOf(fetchOutside(`http://me:secret@a.example:${port}/file`, 10, RULES))).toBe(
      'refused',
    );
  });
});

describe('S-46 only public addresses are connected to', () => {
  const INSIDE = [
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a9fe:a9fe',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ];
  it.each(INSIDE)('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  it.each(['1.1.1.1', '8.8.8.8', '100.63.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  // Each of these would reach this test's server, or fail there instead of being refused by our check.
  it.each([
    ...INSIDE.map((address) => (address.includes(':') ? `[${address}]` : address)),
    'localhost',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0x0',
    '0000.0000.0000.0000',
    '[0:0:0:0:0:0:0:1]',
    '[0000::1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '127.0.0.1.',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
  ])('refuses a non-public host in any notation: %s', async (host) => {
    const before = connections;
    const rules: OutsideRules = { ...OUTSIDE_RULES, protocols: ['http:', 'https:'] };
    expect(await reasonOf(fetchOutside(`http://${host}:${port}/file`, MAX_BYTES, rules))).toBe('refused');
    expect(connections).toBe(before);
  });

  it('refuses a name that resolves to a non-public address, even among public ones', async () => {
    const before = connections;
    const far = { address: '8.8.8.8', family: 4 };
    for (const found of [[LOOPBACK], [far, LOOPBACK], [{ address: '::1', family: 6 }]]) {
      const rules = { ...RULES, resolve: async () => found, mayConnect: isPublicAddress };
      expect(await reasonOf(get('/file', rules))).toBe('refused');
    }
    expect(connections).toBe(before);
  });

  it('connects to the checked address although the name resolves differently a moment later', async () => {
    let asked = 0;
    const rules: OutsideRules = {
      ...RULES,
      resolve: async () => (asked++ === 0 ? [LOOPBACK] : [{ address: '169.254.169.254', family: 4 }]),
    };
    // The first lookup decides where the connection goes; the redirect looks the name up again and is refused.
    expect((await get('/file', rules)).bytes.byteLength).toBe(FILE.length);
    expect(asked).toBe(1);
    asked = 0;
    expect(await reasonOf(get('/moved', rules))).toBe('refused');
    expect(asked).toBe(2);
  });

  it.each([
    'http://example.com/a.png',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://x/',
    '//x',
    'x',
    '',
  ])('refuses everything but HTTPS: %s', async (address) => {
    expect(await reasonOf(fetchOutside(address, MAX_BYTES))).toBe('refused');
  });
});
