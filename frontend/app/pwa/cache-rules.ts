/** The used part of a request that the service worker sees. */
export interface SeenRequest {
  method: string;
  /** `navigate` when the browser opens a page. */
  mode: string;
  url: string;
}

/**
 * The service worker's handling of a request. `page`: fetched, and cached for a start without a network. `file`: never
 * changes, so it is served from the cache. `manifest`: the app's manifest. `none`: left to the browser.
 */
export type Handling = 'page' | 'file' | 'manifest' | 'none';

/** Name of the cache with the app's page, files and manifest. */
export const APP_CACHE = 'prosa-app';
/** Path of the app's page, under which it is cached for every screen. */
export const PAGE_PATH = '/';
/** Path of the app's manifest. The cached one has the installation's name and icons. */
export const MANIFEST_PATH = '/manifest.json';
/** Folder of the files that are named by their content. */
const FILES = '/assets/';
/** First parts of the server's paths. Their responses belong to a user and are never cached. */
export const SERVER_PATHS: readonly string[] = ['api', 'external', 'media', 'ws', 'sandbox'];
const isServers = (pathname: string): boolean => SERVER_PATHS.includes(pathname.split('/', 2)[1] ?? '');

/** Returns the service worker's handling of a request. */
export const handlingOf = ({ method, mode, url }: SeenRequest, origin: string): Handling => {
  const { origin: of, pathname } = new URL(url);
  if (method !== 'GET' || of !== origin || isServers(pathname)) return 'none';
  if (mode === 'navigate') return 'page';
  if (pathname === MANIFEST_PATH) return 'manifest';
  return pathname.startsWith(FILES) ? 'file' : 'none';
};

/** Returns the paths of those files, of URLs that a page has loaded, that a start without a network needs. */
export const filesAmong = (urls: readonly string[], origin: string): string[] => [
  ...new Set(
    urls
      .map((url) => new URL(url, origin))
      .filter((url) => url.origin === origin && url.pathname.startsWith(FILES))
      .map(({ pathname }) => pathname),
  ),
];
