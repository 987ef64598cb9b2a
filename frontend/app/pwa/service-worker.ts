import { APP_CACHE, filesAmong, handlingOf, MANIFEST_PATH, PAGE_PATH, SERVER_PATHS } from './cache-rules.ts';

/** Event during which the browser keeps the service worker running until the work is done. */
interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface InstallEvent extends LastingEvent {
  /** Only some browsers have it. */
  addRoutes?: (routes: readonly { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>;
}
interface FetchEvent extends LastingEvent {
  readonly request: Request;
  /** Response to a page that the browser requested while the service worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface LastingMessage extends LastingEvent {
  readonly data: unknown;
}
/** The used part of a service worker's global scope. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener(name: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(name: 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'message', listener: (event: LastingMessage) => void): void;
};
/** Paths of all files of this build that are named by their content; the build inserts them. */
declare const BUILD_FILES: readonly string[];

const { origin } = self.location;
const openCache = (): Promise<Cache> => caches.open(APP_CACHE);

/** Caches files that are not cached yet. */
const keepFiles = async (cache: Cache, paths: readonly string[]): Promise<void> => {
  const cached = await Promise.all(paths.map((path) => cache.match(path)));
  await cache.addAll(paths.filter((_path, index) => cached[index] === undefined));
};

const FILE_IN_PAGE = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** Caches a page after the files that it names, so that a start without a network never finds a page without them. */
const keepPage = async (response: Response): Promise<void> => {
  const page = response.clone();
  const html = await response.text();
  const cache = await openCache();
  await keepFiles(
    cache,
    filesAmong(
      Array.from(html.matchAll(FILE_IN_PAGE), ([, path = '']) => path),
      origin,
    ),
  );
  await cache.put(PAGE_PATH, page);
};

/** Fetches a page. Without a network returns the last one. */
const openPage = async (event: FetchEvent): Promise<Response> => {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html') === true)
      event.waitUntil(keepPage(response.clone()));
    return response;
  } catch (error) {
    const kept = await (await openCache()).match(PAGE_PATH);
    if (kept === undefined) throw error;
    return kept;
  }
};

/** Returns a file from the cache, or fetches and caches it. Its content never changes. */
const openFile = async (event: FetchEvent): Promise<Response> => {
  const cache = await openCache();
  const kept = await cache.match(event.request);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
};

/** Returns the manifest that the app has made for this installation, or the product's. */
const openManifest = async ({ request }: FetchEvent): Promise<Response> =>
  (await (await openCache()).match(MANIFEST_PATH)) ?? fetch(request);

/** Deletes files of earlier builds; an open page of such a build fetches them from the server. */
const dropOldFiles = async (): Promise<void> => {
  const cache = await openCache();
  const current = new Set(BUILD_FILES);
  for (const request of await cache.keys()) {
    const [path] = filesAmong([request.url], origin);
    if (path !== undefined && !current.has(path)) await cache.delete(request);
  }
};

const start = async (): Promise<void> => {
  await dropOldFiles();
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

/**
 * Lets requests to the server bypass the service worker, which would only delay them. A browser that cannot do this
 * asks the service worker, which leaves them to the browser.
 */
const bypassServer = async (event: InstallEvent): Promise<void> =>
  event.addRoutes?.(
    SERVER_PATHS.map((path) => ({ condition: { urlPattern: `/${path}/*` }, source: 'network' })),
  );

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.allSettled([bypassServer(event), self.skipWaiting()])),
);
self.addEventListener('activate', (event) => event.waitUntil(start()));
self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const paths = filesAmong(event.data.map(String), origin);
  event.waitUntil(openCache().then((cache) => keepFiles(cache, paths)));
});
self.addEventListener('fetch', (event) => {
  switch (handlingOf(event.request, origin)) {
    case 'page':
      return event.respondWith(openPage(event));
    case 'file':
      return event.respondWith(openFile(event));
    case 'manifest':
      return event.respondWith(openManifest(event));
    case 'none':
      return;
  }
});
