import type { ColorSystemOptions } from '@mui/material/styles';
import { contrast, mix, parseHex, readable, textOn } from './color.ts';
import { DEFAULT_ACCENT, onAccent, type Scale, TEXT_CONTRAST } from './tokens.ts';

/** Colours derived from the company's accent, for one surface scale. */
export interface Accent {
  main: string;
  hover: string;
  pressed: string;
  /** Background of selected elements; body text keeps its contrast on it. */
  soft: string;
  /** Text and icons on `main`, at least 4.5:1. */
  on: string;
  /** The accent as text on any surface, at least 4.5:1. */
  text: string;
}

const SOFT_SHARE = 0.14;

/** Derives every shade of an accent; an unreadable or missing colour becomes the default accent. */
export const deriveAccent = (configured: string, scale: Scale): Accent => {
  const main = parseHex(configured) === null ? DEFAULT_ACCENT : configured;
  const on = textOn(main, onAccent.dark, onAccent.light);
  // A mid-tone on which neither text colour reaches 4.5 is moved away from the text colour until it does.
  const away = on === onAccent.light ? '#000000' : '#ffffff';
  const fill =
    contrast(main, on) >= TEXT_CONTRAST ? mix(main, main, 0) : readable(main, away, [on], TEXT_CONTRAST);
  const soft = mix(scale.panel, fill, SOFT_SHARE);
  return {
    main: fill,
    hover: readable(mix(fill, away, 0.1), away, [on], TEXT_CONTRAST),
    pressed: readable(mix(fill, away, 0.2), away, [on], TEXT_CONTRAST),
    soft,
    on,
    text: readable(fill, scale.text, [scale.panel, scale.app, scale.raised, soft], TEXT_CONTRAST),
  };
};

const status = (color: string, scale: Scale) => {
  const soft = mix(scale.panel, color, SOFT_SHARE);
  return {
    main: color,
    dark: mix(color, scale.text, 0.16),
    contrastText: textOn(color, onAccent.dark, onAccent.light),
    soft,
    text: readable(color, scale.text, [scale.panel, scale.app, soft], TEXT_CONTRAST),
  };
};

/** Creates a colour scheme of the theme from a scale and an accent. */
export const createColorScheme = (scale: Scale, accentColor: string): ColorSystemOptions => {
  const accent = deriveAccent(accentColor, scale);
  return {
    palette: {
      primary: {
        main: accent.main,
        dark: accent.hover,
        light: accent.pressed,
        contrastText: accent.on,
        soft: accent.soft,
        text: accent.text,
      },
      secondary: {
        main: scale.textSecondary,
        contrastText: scale.panel,
        soft: scale.divider,
        text: scale.textSecondary,
      },
      success: status(scale.success, scale),
      warning: status(scale.warning, scale),
      error: status(scale.error, scale),
      info: status(scale.info, scale),
      background: { default: scale.app, paper: scale.panel, raised: scale.raised },
      text: { primary: scale.text, secondary: scale.textSecondary, disabled: scale.textDisabled },
      divider: scale.divider,
      outline: scale.outline,
      note: { main: scale.note, border: scale.noteBorder, text: scale.noteText },
      bubble: { own: accent.soft, contact: scale.raised },
      backdrop: scale.backdrop,
      floatShadow: scale.floatShadow,
      action: {
        active: scale.textSecondary,
        hover: scale.hover,
        selected: accent.soft,
        disabled: scale.textDisabled,
        disabledBackground: scale.hover,
      },
    },
  };
};
