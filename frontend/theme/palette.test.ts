import { describe, expect, it } from 'vitest';
import { contrast, parseHex } from './color.ts';
import { deriveAccent } from './palette.ts';
import { DEFAULT_ACCENT, dark, light, TEXT_CONTRAST } from './tokens.ts';

const COLORS = [
  '',
  DEFAULT_ACCENT,
  '#000',
  '#ffffff',
  '#777777',
  '#ff0000',
  '#ffe600',
  '#0b3d91',
  '#00a884',
  '#8e44ad',
  'nonsense',
];

describe.each([
  ['light', light],
  ['dark', dark],
])('accent on the %s surfaces', (_, scale) => {
  it.each(COLORS)('stays readable when it is %j', (color) => {
    const accent = deriveAccent(color, scale);
    for (const fill of [accent.main, accent.hover, accent.pressed])
      expect(contrast(accent.on, fill)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    for (const surface of [scale.panel, scale.app, scale.raised, accent.soft]) {
      expect(contrast(accent.text, surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrast(scale.text, surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(contrast(scale.textSecondary, surface)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });
});

describe('deriveAccent', () => {
  it.each(['', 'nonsense'])('is #39ACE7 if the configured colour is %j', (color) => {
    expect(deriveAccent(color, light).main).toBe('#39ace7');
  });
});

describe('parseHex', () => {
  it('parses short and long forms, and no other text', () => {
    expect(parseHex('#fff')).toEqual({ r: 255, g: 255, b: 255 });
    expect(parseHex('#39ACE7cc')).toEqual({ r: 57, g: 172, b: 231 });
    expect(parseHex('#12345')).toBeNull();
    expect(parseHex('red')).toBeNull();
  });
});
