import { readStored } from '../../lib/storage.ts';
import { appManifest } from './app-manifest.ts';
import { APP_CACHE, MANIFEST_PATH } from './cache-rules.ts';

const PRODUCT = { appName: 'Prosa', primaryColorLight: '', appLogoFavicon: '' };
const TOUCH_ICON = '/icons/app-touch-180.png';

const addLink = (rel: string, href: string): void => {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
};

/** Resolves when the service worker answers this page's requests. */
const isControlled = async (): Promise<void> => {
  const { serviceWorker } = navigator;
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller === null)
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  // The files that the page has loaded so far.
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
};

/**
 * Makes the app installable, with the installation's name and icon, and lets it start without a network. Browsers
 * without service workers only get the product's manifest.
 */
export const installApp = async (): Promise<void> => {
  const stored = readStored('branding') ?? PRODUCT;
  const branding = { ...stored, appName: stored.appName === '' ? PRODUCT.appName : stored.appName };
  if ('serviceWorker' in navigator && 'caches' in globalThis) {
    const manifest = new Response(JSON.stringify(appManifest(branding)), {
      headers: { 'content-type': 'application/manifest+json' },
    });
    await (await caches.open(APP_CACHE)).put(MANIFEST_PATH, manifest);
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await isControlled();
  }
  addLink('manifest', MANIFEST_PATH);
  addLink('apple-touch-icon', branding.appLogoFavicon === '' ? TOUCH_ICON : branding.appLogoFavicon);
};
