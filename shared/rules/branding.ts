import type { PlatformSettings } from '../entities/settings.ts';

const COLOR = /^#[0-9a-f]{3,8}$/i;
/** One of our own files in a raster format, because an SVG is a document that may contain scripts. */
const RASTER_LOGO = /^\/?[\w-][\w./-]*\.(?:png|jpe?g|webp|gif|ico)$/i;

type Branding = Omit<PlatformSettings, 'userCreation' | 'downloadLimit'>;

/**
 * Returns an installation's name, colours and logos in the form to show; a value in any other format is dropped
 * (S-30).
 */
export const shownBranding = (settings: PlatformSettings): Branding => {
  const as = (shape: RegExp, value: string): string => (shape.test(value) ? value : '');
  const { allowSignup, appName } = settings;
  return {
    allowSignup,
    appName,
    primaryColorLight: as(COLOR, settings.primaryColorLight),
    primaryColorDark: as(COLOR, settings.primaryColorDark),
    appLogoLight: as(RASTER_LOGO, settings.appLogoLight),
    appLogoDark: as(RASTER_LOGO, settings.appLogoDark),
    appLogoFavicon: as(RASTER_LOGO, settings.appLogoFavicon),
  };
};
