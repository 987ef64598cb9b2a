interface Rgb {
  r: number;
  g: number;
  b: number;
}

const HEX = /^#?([0-9a-f]{3,8})$/i;

/** Parses `#rgb`, `#rrggbb` and their forms with alpha (dropped). Returns null for any other text. */
export const parseHex = (text: string): Rgb | null => {
  const digits = HEX.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const short = digits.length === 3 || digits.length === 4;
  if (!short && digits.length !== 6 && digits.length !== 8) return null;
  const at = (index: number): number => {
    const part = short ? digits.charAt(index).repeat(2) : digits.slice(index * 2, index * 2 + 2);
    return Number.parseInt(part, 16);
  };
  return { r: at(0), g: at(1), b: at(2) };
};

const toHex = ({ r, g, b }: Rgb): string =>
  `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const BLACK: Rgb = { r: 0, g: 0, b: 0 };
const rgbOf = (hex: string): Rgb => parseHex(hex) ?? BLACK;

const linear = (part: number): number => {
  const unit = part / 255;
  return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string): number => {
  const { r, g, b } = rgbOf(hex);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};

/** Returns the WCAG contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
};

/** Mixes two colours: `share` of `top` over `base`, 0 to 1. */
export const mix = (base: string, top: string, share: number): string => {
  const from = rgbOf(base);
  const to = rgbOf(top);
  const part = (a: number, b: number) => a + (b - a) * share;
  return toHex({ r: part(from.r, to.r), g: part(from.g, to.g), b: part(from.b, to.b) });
};

/** Returns the colour nearest to `color`, moved toward `toward`, that reaches `ratio` on every background. */
export const readable = (
  color: string,
  toward: string,
  backgrounds: readonly string[],
  ratio: number,
): string => {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(color, toward, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate;
  }
  return toward;
};

/** Returns the text colour with the higher contrast on a background. */
export const textOn = (background: string, a: string, b: string): string =>
  contrast(a, background) >= contrast(b, background) ? a : b;
