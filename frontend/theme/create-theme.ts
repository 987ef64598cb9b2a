import { createTheme, type Shadows, type Theme } from '@mui/material/styles';
import { components } from './components.ts';
import { createColorScheme } from './palette.ts';
import { dark, font, light, motion, PHONE_MAX_PX, radius, SPACING_PX } from './tokens.ts';

const FLOAT_SHADOW = 'var(--mui-palette-floatShadow)';
const SHADOW_LEVELS = 25;

const isShadows = (levels: string[]): levels is Shadows => levels.length === SHADOW_LEVELS;
const flatShadows = (): Shadows => {
  const levels = Array.from({ length: SHADOW_LEVELS }, (_, level) => (level === 0 ? 'none' : FLOAT_SHADOW));
  if (!isShadows(levels)) throw new RangeError('a theme has 25 shadow levels');
  return levels;
};

// The font size has a unit, because MUI also writes it into a CSS variable with a `font` shorthand.
const text = (fontSizePx: number, lineHeight: number, fontWeight: number = font.weight.regular) => ({
  fontSize: `${fontSizePx}px`,
  lineHeight,
  fontWeight,
  letterSpacing: 0,
});

/** Creates the theme of an installation: one scale, light and dark, with the installation's accent colours. */
export const createAppTheme = (accents: { light: string; dark: string }): Theme =>
  createTheme({
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: {
      light: createColorScheme(light, accents.light),
      dark: createColorScheme(dark, accents.dark),
    },
    defaultColorScheme: 'light',
    spacing: SPACING_PX,
    shape: { borderRadius: radius.control, bubble: radius.bubble, tail: radius.tail, pill: radius.pill },
    shadows: flatShadows(),
    breakpoints: { values: { xs: 0, sm: 480, md: PHONE_MAX_PX + 1, lg: 1200, xl: 1536 } },
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: {
        shortest: motion.fastMs,
        shorter: motion.fastMs,
        short: motion.normalMs,
        standard: motion.normalMs,
        complex: motion.slowMs,
        enteringScreen: motion.slowMs,
        leavingScreen: motion.fastMs,
      },
      easing: {
        easeInOut: motion.easing,
        easeOut: motion.easing,
        easeIn: motion.easing,
        sharp: motion.easing,
      },
    },
    typography: {
      fontFamily: font.family,
      htmlFontSize: 16,
      fontSize: font.body,
      fontWeightMedium: font.weight.medium,
      fontWeightBold: font.weight.strong,
      h1: text(font.heading.large, 1.3, font.weight.strong),
      h2: text(font.heading.medium, 1.35, font.weight.strong),
      h3: text(font.heading.small, 1.4, font.weight.strong),
      h4: text(font.heading.small, 1.4, font.weight.strong),
      h5: text(font.body, 1.4, font.weight.strong),
      h6: text(font.heading.small, 1.4, font.weight.strong),
      subtitle1: text(font.body, 1.45, font.weight.medium),
      subtitle2: text(font.secondary, 1.45, font.weight.medium),
      body1: text(font.body, 1.5),
      body2: text(font.secondary, 1.45),
      message: { ...text(font.message, 1.45), fontFamily: font.family },
      button: { ...text(font.body, 1.4, font.weight.medium), textTransform: 'none' },
      caption: text(font.caption, 1.35),
      overline: { ...text(font.caption, 1.35, font.weight.strong), textTransform: 'none' },
    },
    components,
  });
