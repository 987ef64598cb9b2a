import { describe, expect, it } from 'vitest';
import { platformSettingsSchema } from '../entities/settings.ts';
import { shownBranding } from './branding.ts';

const shown = (settings: object) => shownBranding(platformSettingsSchema.parse(settings));

describe('S-30: branding values', () => {
  it('valid colours and the installation’s own pictures are shown', () => {
    const values = {
      allowSignup: true,
      appName: '<b>Loja</b>',
      primaryColorLight: '#39ACE7',
      primaryColorDark: '#fff',
      appLogoLight: '/media/t/1/logo.png',
      appLogoDark: 'media/t/1/logo-escura.WEBP',
      appLogoFavicon: '/favicon.ico',
    };
    expect(shown(values)).toEqual(values);
    expect(shown({})).toMatchObject({ primaryColorLight: '', appLogoLight: '', appName: '' });
  });

  it.each([
    'red',
    '#12',
    '#123456789',
    '#fff;background:url(https://evil.example)',
    'url(#fff)',
    'var(--x)',
    '#fff\n',
  ])('reject the colour %j', (value) => {
    expect(shown({ primaryColorLight: value, primaryColorDark: value })).toMatchObject({
      primaryColorLight: '',
      primaryColorDark: '',
    });
  });

  it.each([
    '/media/logo.svg',
    '/media/logo.svg?.png',
    'https://evil.example/logo.png',
    '//evil.example/logo.png',
    'javascript:alert(1)//.png',
    'data:image/svg+xml,<svg onload=alert(1)>.png',
    '/media/logo.png#.svg',
    '/media/logo.html',
  ])('reject the logo %j', (value) => {
    expect(shown({ appLogoLight: value, appLogoDark: value, appLogoFavicon: value })).toMatchObject({
      appLogoLight: '',
      appLogoDark: '',
      appLogoFavicon: '',
    });
  });
});
