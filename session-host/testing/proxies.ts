import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

export interface TestProxy {
  /** URL of the proxy, with the credentials that it requires. */
  url: string;
  /** The destinations that it was asked to connect to. */
  asked: string[];
  /** Answers every request with this HTTP status instead of connecting; 0 connects. */
  status: number;
  close(): void;
}

const USER = 'ana';
const PASSWORD = 'segredo';
const CREDENTIALS = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
const SOCKS = { version: 5, byPassword: 2, connect: 1, byName: 3 } as const;
const GRANTED = Buffer.from([SOCKS.version, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

const join = (client: Socket, host: string, port: number, ready: () => void): void => {
  const target = connect(port, host, ready);
  // A failure of one end closes the other.
  target.on('error', () => client.destroy());
  pipeline(client, target, client, () => undefined);
};

const listen = async (server: HttpServer | Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address.port;
};

/** Starts a proxy with HTTP's CONNECT, on the loopback. */
export const startHttpProxy = async (): Promise<TestProxy> => {
  const clients = new Set<Socket>();
  const server = createHttpServer();
  server.on('error', () => proxy.close());
  server.on('connection', (client) => clients.add(client));
  const proxy: TestProxy = {
    url: '',
    asked: [],
    status: 0,
    close: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    proxy.asked.push(url);
    const status = headers['proxy-authorization'] === CREDENTIALS ? proxy.status : 407;
    if (status !== 0) {
      client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    join(client, hostname, Number(port), () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  proxy.url = `http://${USER}:${PASSWORD}@127.0.0.1:${await listen(server)}`;
  return proxy;
};

/** Starts a proxy with SOCKS 5 and a password, which receives names instead of addresses, on the loopback. */
export const startSocksProxy = async (): Promise<TestProxy> => {
  const clients = new Set<Socket>();
  const proxy: TestProxy = { url: '', asked: [], status: 0, close: () => undefined };
  const answer = async (client: Socket): Promise<void> => {
    const read = async (): Promise<Buffer> => {
      const [bytes] = await once(client, 'data');
      return Buffer.from(bytes);
    };
    await read();
    client.write(Buffer.from([SOCKS.version, SOCKS.byPassword]));
    const credentials = await read();
    const userBytes = credentials[1] ?? 0;
    const user = credentials.subarray(2, 2 + userBytes).toString();
    const password = credentials.subarray(3 + userBytes).toString();
    const isKnown = user === USER && password === PASSWORD;
    client.write(Buffer.from([1, isKnown ? 0 : 1]));
    if (!isKnown) return void client.end();
    const request = await read();
    const isNamed = request[1] === SOCKS.connect && request[3] === SOCKS.byName;
    const host = isNamed
      ? request.subarray(5, 5 + (request[4] ?? 0)).toString()
      : request.subarray(4, 8).join('.');
    const port = request.readUInt16BE(request.length - 2);
    proxy.asked.push(`${host}:${port}`);
    join(client, host, port, () => client.write(GRANTED));
  };
  const server = createServer((client) => {
    clients.add(client);
    answer(client).catch(() => client.destroy());
  });
  server.on('error', () => proxy.close());
  proxy.close = () => {
    server.close();
    for (const client of clients) client.destroy();
  };
  proxy.url = `socks5://${USER}:${PASSWORD}@127.0.0.1:${await listen(server)}`;
  return proxy;
};
