import { describe, expect, it } from 'vitest';
import { platformSettingsSchema } from '../entities/company.ts';
import { shownBranding } from './branding.ts';

const shown = (settings: object) => shownBranding(platformSettingsSchema.parse(settings));

describe('S-30: branding values', () => {
  it('are shown where they are colours and pictures of our own', () => {
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
  ])('are no colour as %j', (value) => {
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
  ])('are no logo as %j', (value) => {
    expect(shown({ appLogoLight: value, appLogoDark: value, appLogoFavicon: value })).toMatchObject({
      appLogoLight: '',
      appLogoDark: '',
      appLogoFavicon: '',
    });
  });
});
