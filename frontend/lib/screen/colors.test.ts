import { describe, expect, it } from 'vitest';
import { SWATCHES, unusedColor } from './colors.ts';

describe('proposed colour', () => {
  it('is an unused one, in any spelling of the used colours', () => {
    expect(unusedColor([])).toBe('#E5484D');
    expect(unusedColor(['#e5484d', '#123456'])).toBe('#E54666');
    expect(unusedColor(SWATCHES.filter((color) => color !== '#FFB224'))).toBe('#FFB224');
  });

  it('is the least used one when all are used', () => {
    expect(unusedColor([...SWATCHES, ...SWATCHES, ...SWATCHES.slice(1)])).toBe('#E5484D');
  });
});
