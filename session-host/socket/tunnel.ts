import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { guardedLookup, OUTSIDE_RULES, type OutsideRules } from '@prosa/functions/platform/fetch-outside.ts';
import { type ProxyAddress, parseProxyUrl } from '@prosa/shared/rules/proxy-url.ts';
import { SocksClient } from 'socks';

/** Timeout for reaching the proxy and for its answer; shorter than Baileys' timeout for opening a socket. */
const CONNECT_LIMIT_MS = 15_000;
const OK = 200;

/** Thrown when a connection's proxy is unreachable, refuses to connect, or is not at an allowed address. */
export class ProxyFailed extends Error {
  constructor(cause?: unknown) {
    super('the proxy does not connect', { cause });
    this.name = 'ProxyFailed';
  }
}

/** Returns the URL of a connection's currently set proxy, with its credentials; undefined for none. */
export type ReadProxy = () => Promise<string | undefined>;

/** Rules for the addresses of proxies. */
export type ProxyRules = Pick<OutsideRules, 'resolve' | 'mayConnect'>;

/** Destination of a tunnel. The proxy looks the name up. */
export interface Destination {
  host: string;
  port: number;
}

type Lookup = ReturnType<typeof guardedLookup>;
interface Proxy {
  protocol: string;
  host: string;
  port: number;
  user: string;
  password: string;
}

const proxyOf = (url: string, { protocol, hostname, port }: ProxyAddress): Proxy => {
  const { username, password } = new URL(url);
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
};

/**
 * Opens a tunnel by HTTP's CONNECT. A refusal is never passed on, because a proxy's 401 or 403 would be mistaken for
 * WhatsApp's own.
 */
const openByHttp = (
  { protocol, user, password, ...proxy }: Proxy,
  lookup: Lookup,
  { host, port }: Destination,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const call = (protocol === 'https:' ? requestSecurely : requestPlainly)({
      method: 'CONNECT',
      ...proxy,
      path,
      lookup,
      agent: false,
      headers: {
        host: path,
        ...(user === '' && password === ''
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
      },
    });
    call.on('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== OK) {
        socket.destroy();
        reject(new ProxyFailed(new Error(`the proxy answers ${statusCode}`)));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    call.on('error', (error) => reject(new ProxyFailed(error)));
    call.end();
  });

const openBySocks = async (
  { host, port, user, password }: Proxy,
  lookup: Lookup,
  destination: Destination,
): Promise<Socket> => {
  const { socket } = await SocksClient.createConnection({
    proxy: { host, port, type: 5, ...(user === '' && password === '' ? {} : { userId: user, password }) },
    command: 'connect',
    destination,
    socket_options: { host, port, lookup },
    timeout: CONNECT_LIMIT_MS,
  });
  return socket;
};

const begin = async (url: string, rules: ProxyRules, destination: Destination): Promise<Socket> => {
  const address = parseProxyUrl(url);
  if (address === undefined) throw new ProxyFailed();
  const proxy = proxyOf(url, address);
  const { host } = proxy;
  // A literal address causes no lookup, so it is checked here.
  if (isIP(host) !== 0 && !rules.mayConnect(host)) throw new ProxyFailed();
  const lookup = guardedLookup({ ...OUTSIDE_RULES, ...rules });
  return proxy.protocol === 'socks5:'
    ? openBySocks(proxy, lookup, destination)
    : openByHttp(proxy, lookup, destination);
};

/**
 * Opens a connection through a proxy by HTTP's CONNECT or SOCKS 5. Proxies must have public addresses, checked in the
 * name lookup of the socket itself (S-46).
 * @throws ProxyFailed
 */
export const openTunnel = async (
  url: string,
  rules: ProxyRules,
  destination: Destination,
): Promise<Socket> => {
  let timer: NodeJS.Timeout | undefined;
  const opening = begin(url, rules, destination);
  try {
    return await Promise.race([
      opening,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new ProxyFailed(new Error('too slow'))), CONNECT_LIMIT_MS);
      }),
    ]);
  } catch (error) {
    // A socket that opens after the timeout is closed.
    opening.then(
      (socket) => socket.destroy(),
      () => undefined,
    );
    throw error instanceof ProxyFailed ? error : new ProxyFailed(error);
  } finally {
    clearTimeout(timer);
  }
};
