import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appManifest } from './app-manifest.ts';

const PUBLIC = join(import.meta.dirname, '../../public');
const PLAIN = { appName: 'Prosa', primaryColorLight: '', appLogoFavicon: '' };

describe('appManifest', () => {
  it('installs an app with the name, colour and icon of the installation', () => {
    expect(
      appManifest({ appName: 'Fala', primaryColorLight: '#112233', appLogoFavicon: '/media/logo.png' }),
    ).toMatchObject({
      name: 'Fala',
      theme_color: '#112233',
      display: 'standalone',
      icons: [{ src: '/media/logo.png' }],
    });
  });

  it('uses existing icons of the product otherwise', () => {
    const { icons } = appManifest(PLAIN);
    expect(icons.map(({ sizes }) => sizes)).toContain('192x192');
    for (const { src } of icons) expect(existsSync(join(PUBLIC, src))).toBe(true);
  });

  it('is the file that browsers without a service worker fetch', () => {
    expect(JSON.parse(readFileSync(join(PUBLIC, 'manifest.json'), 'utf8'))).toEqual(appManifest(PLAIN));
  });
});
