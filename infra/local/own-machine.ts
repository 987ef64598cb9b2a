import type { IncomingMessage } from 'node:http';

const PORT = /:\d{1,5}$/;
const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (host: string): boolean => LOOPBACK.test(host.replace(PORT, '').toLowerCase());

/** The host of an origin; undefined for what is none, such as `null`. */
const hostOf = (origin: string): string | undefined => /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1];

/**
 * Whether a request to what only the person at this machine may use comes from a program of his or from our own page.
 * A foreign page's is told by the origin that browsers add; one whose name was turned to this machine, by the name.
 * @param host a name beside the loopback ones under which the system is reached
 */
export const isFromOwnMachine = ({ headers }: IncomingMessage, host?: string): boolean => {
  const called = headers.host ?? '';
  if (called !== host && !isLoopback(called)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || hostOf(headers.origin)?.toLowerCase() === called.toLowerCase();
};
