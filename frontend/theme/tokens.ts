// Design tokens of both themes. Lengths are CSS pixels unless the name says otherwise.

/** Accent colour of an installation without its own colour. */
export const DEFAULT_ACCENT = '#39ACE7';

/** All distances are multiples of this: 1 is 4 px, 4 is 16 px. */
export const SPACING_PX = 4;

export const radius = { control: 8, card: 12, bubble: 16, tail: 4, pill: 999 } as const;

export const layout = {
  railClosed: 64,
  railOpen: 240,
  topBar: 56,
  bottomNav: 56,
  ticketRow: 72,
  tableRow: 48,
  contactDrawer: 340,
  dialog: 640,
  /** Narrow forms and confirmations. */
  dialogNarrow: 440,
  /** Dialogs that show the fields' result beside the fields. */
  dialogWide: 960,
  /** Wide dialogs with a panel beside their fields. */
  dialogWidest: 1280,
  /** Width of a panel beside a dialog's fields. */
  dialogAside: 340,
  popoverList: 300,
  paletteList: 420,
  signIn: 400,
  readable: 720,
  control: 36,
  touchTarget: 44,
  avatar: { small: 24, medium: 36, large: 48, profile: 96 },
} as const;

/** Maximum width of a phone's window, which shows one pane at a time. */
export const PHONE_MAX_PX = 767;

/** Media query of devices that are used with a finger: phones, and whatever else has a touch screen. */
export const TOUCH = `@media (max-width: ${PHONE_MAX_PX}px), (pointer: coarse)`;

export const icon = { small: 16, medium: 20, large: 24, hero: 48 } as const;

export const font = {
  family: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  caption: 12,
  secondary: 13,
  body: 14,
  message: 15,
  heading: { small: 16, medium: 20, large: 24 },
  weight: { regular: 400, medium: 500, strong: 600 },
  /** Longest comfortable line of a message, in characters. */
  measureCh: 72,
} as const;

export const motion = {
  fastMs: 120,
  normalMs: 160,
  slowMs: 180,
  easing: 'cubic-bezier(0, 0, 0.2, 1)',
} as const;

export interface Scale {
  app: string;
  panel: string;
  raised: string;
  divider: string;
  /** Border of a field, 3:1 against the panel. */
  outline: string;
  text: string;
  textSecondary: string;
  textDisabled: string;
  hover: string;
  success: string;
  warning: string;
  error: string;
  info: string;
  note: string;
  noteBorder: string;
  noteText: string;
  floatShadow: string;
  backdrop: string;
}

export const light: Scale = {
  app: '#F3F5F7',
  panel: '#FFFFFF',
  raised: '#FFFFFF',
  divider: '#E2E7EC',
  outline: '#8A96A3',
  text: '#17212B',
  textSecondary: '#54616E',
  textDisabled: '#97A2AD',
  hover: '#F0F3F6',
  success: '#1A7F4B',
  warning: '#9A5B00',
  error: '#C62F3B',
  info: '#1D6FA8',
  note: '#FFF6D9',
  noteBorder: '#EBD58B',
  noteText: '#5F4A00',
  floatShadow: '0 8px 28px rgb(23 33 43 / 14%)',
  backdrop: 'rgb(23 33 43 / 42%)',
};

export const dark: Scale = {
  app: '#0E1318',
  panel: '#151B21',
  raised: '#1D252D',
  divider: '#29323B',
  outline: '#66727E',
  text: '#E9EEF3',
  textSecondary: '#A5B1BC',
  textDisabled: '#65717C',
  hover: '#1C242B',
  success: '#57C88B',
  warning: '#E9AD55',
  error: '#F58089',
  info: '#6CB8EC',
  note: '#332B12',
  noteBorder: '#5C4D1C',
  noteText: '#F1DFA3',
  floatShadow: '0 8px 28px rgb(0 0 0 / 48%)',
  backdrop: 'rgb(0 0 0 / 58%)',
};

/** Text colours on the accent; the one with the higher contrast is used. */
export const onAccent = { dark: '#06202F', light: '#FFFFFF' } as const;

/** Minimum contrast of text by WCAG AA. */
export const TEXT_CONTRAST = 4.5;
