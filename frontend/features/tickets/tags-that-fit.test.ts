import { describe, expect, it } from 'vitest';
import { tagsThatFit } from './tags-that-fit.ts';

describe('tagsThatFit', () => {
  it.each([
    { widths: [50, 50], room: 104, shown: 2 },
    { widths: [50, 50], room: 103, shown: 1 },
    { widths: [50, 50, 50], room: 140, shown: 2 },
    { widths: [50, 50, 50], room: 139, shown: 1 },
    { widths: [50, 50], room: 85, shown: 0 },
    { widths: [50], room: 0, shown: 0 },
    { widths: [], room: 0, shown: 0 },
  ])('shows $shown of $widths in $room px', ({ widths, room, shown }) => {
    expect(tagsThatFit(widths, room)).toBe(shown);
  });
});
