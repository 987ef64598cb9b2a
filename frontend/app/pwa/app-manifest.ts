import { DEFAULT_ACCENT, light } from '../../theme/tokens.ts';

/** The installation's name, colour and icon, as far as the manifest shows them. */
export interface ManifestBranding {
  appName: string;
  primaryColorLight: string;
  appLogoFavicon: string;
}

const OWN_ICONS = [
  { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/app-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** Returns the web app manifest with the installation's name, colour and icon, or with the product's. */
export const appManifest = ({ appName, primaryColorLight, appLogoFavicon }: ManifestBranding) => ({
  id: '/',
  name: appName,
  short_name: appName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: primaryColorLight === '' ? DEFAULT_ACCENT : primaryColorLight,
  background_color: light.panel,
  icons: appLogoFavicon === '' ? OWN_ICONS : [{ src: appLogoFavicon, sizes: 'any' }],
});
