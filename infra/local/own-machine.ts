import type { IncomingMessage } from 'node:http';

const PORT = /:\d{1,5}$/;
const LOOPBACK = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isLoopback = (host: string): boolean => LOOPBACK.test(host.replace(PORT, '').toLowerCase());

/** Returns the host of an origin; undefined for an invalid origin such as `null`. */
const hostOf = (origin: string): string | undefined => /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1];

/** Whether a request names this machine or the system's own host, which excludes DNS rebinding. */
const isForOwnMachine = ({ headers }: IncomingMessage, host: string | undefined): boolean => {
  const called = headers.host ?? '';
  return called === host || isLoopback(called);
};

/**
 * Whether a request for local-only features comes from a program of the user at this machine or from our own page.
 * Detects a foreign page by the Origin and Sec-Fetch-Site headers that browsers add, and DNS rebinding by the Host
 * header.
 * @param host host name of the system, in addition to the loopback names
 */
export const isFromOwnMachine = (request: IncomingMessage, host?: string): boolean => {
  if (!isForOwnMachine(request, host)) return false;
  const { headers } = request;
  const called = headers.host ?? '';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return headers.origin === undefined || hostOf(headers.origin)?.toLowerCase() === called.toLowerCase();
};

/**
 * Whether a browser opens a page of ours from a link of any origin. The app at `localhost` opens Meta's login dialog at
 * the address of the functions, `127.0.0.1`, which browsers treat as another site.
 */
export const isOpenedByLink = (request: IncomingMessage, host?: string): boolean =>
  request.method === 'GET' &&
  request.headers['sec-fetch-mode'] === 'navigate' &&
  request.headers['sec-fetch-dest'] === 'document' &&
  isForOwnMachine(request, host);
