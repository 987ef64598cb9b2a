import { PROXY_URL_MAX } from '../entities/connection.ts';

/** What a proxy may speak: HTTP's CONNECT, the same over TLS, and SOCKS 5. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks5:', 1080],
]);
/** Of the ports that belong to well-known services, a proxy has the web's alone: the host is not sent to others. */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Where a proxy is, without its credentials: `socks5://proxy.example:1080`. */
export interface ProxyAddress {
  protocol: string;
  hostname: string;
  port: number;
}

/** Reads the URL of a proxy; undefined for anything else. */
export const parseProxyUrl = (text: string): ProxyAddress | undefined => {
  if (text.length > PROXY_URL_MAX || /[\s\p{C}]/u.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash } = new URL(text);
  const chosen = port === '' ? (DEFAULT_PORTS.get(protocol) ?? 0) : Number(port);
  const isUsual = PROTOCOLS.has(protocol) && hostname !== '' && search === '' && hash === '';
  const isPort = WEB_PORTS.has(chosen) || chosen >= FIRST_FREE_PORT;
  return isUsual && isPort && (pathname === '' || pathname === '/')
    ? { protocol, hostname, port: chosen }
    : undefined;
};

/** The address of a proxy as people see it, without its credentials; undefined where the text is no URL of a proxy. */
export const shownProxy = (text: string): string | undefined => {
  const address = parseProxyUrl(text);
  return address && `${address.protocol}//${address.hostname}:${address.port}`;
};
