import { PROXY_URL_MAX } from '../entities/connection.ts';

/** Protocols of a proxy: HTTP CONNECT, HTTP CONNECT over TLS, and SOCKS 5. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks5:', 1080],
]);
/**
 * Of the well-known ports, a proxy may only have those of the web, so that the host cannot be directed at other
 * services.
 */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** The address of a proxy, without its credentials: `socks5://proxy.example:1080`. */
export interface ProxyAddress {
  protocol: string;
  hostname: string;
  port: number;
}

/** Parses the URL of a proxy; undefined for anything else. */
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

/** Returns the address of a proxy for showing, without its credentials; undefined if the text is no proxy URL. */
export const shownProxy = (text: string): string | undefined => {
  const address = parseProxyUrl(text);
  return address && `${address.protocol}//${address.hostname}:${address.port}`;
};
