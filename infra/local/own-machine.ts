import type { IncomingMessage } from 'node:http';

const PORT = /:\d{1,5}$/;
const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (host: string): boolean => LOOPBACK.test(host.replace(PORT, '').toLowerCase());

/** Returns the host of an origin; undefined for an invalid origin such as `null`. */
const hostOf = (origin: string): string | undefined => /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1];

/**
 * Whether a request for local-only features comes from a program of the user at this machine or from our own page.
 * Detects a foreign page by the Origin and Sec-Fetch-Site headers that browsers add, and DNS rebinding by the Host
 * header.
 * @param host host name of the system, in addition to the loopback names
 */
export const isFromOwnMachine = ({ headers }: IncomingMessage, host?: string): boolean => {
  const called = headers.host ?? '';
  if (called !== host && !isLoopback(called)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || hostOf(headers.origin)?.toLowerCase() === called.toLowerCase();
};
