import { colorSchema } from '@prosa/shared/entities/common.ts';
import { expect, it } from 'vitest';
import { randomColor } from './random-color.ts';

it('randomColor returns a valid colour for a tag', () => {
  const drawn = Array.from({ length: 500 }, randomColor);
  expect(drawn.filter((color) => !colorSchema.safeParse(color).success)).toEqual([]);
  expect(new Set(drawn).size).toBeGreaterThan(400);
});
