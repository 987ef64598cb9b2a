import type { PlatformSettings } from '../entities/company.ts';

const COLOR = /^#[0-9a-f]{3,8}$/i;
/** A file of our own, of a raster format: an SVG is a document that may run scripts. */
const RASTER_LOGO = /^\/?[\w-][\w./-]*\.(?:png|jpe?g|webp|gif|ico)$/i;

type Branding = Omit<PlatformSettings, 'userCreation' | 'downloadLimit'>;

/** An installation's name, colours and logos as they are shown; a value of another shape is as good as none (S-30). */
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
