import { describe, expect, it } from 'vitest';
import { placeHint } from './place-hint.ts';

const room = { width: 400, height: 300 };
const size = { width: 100, height: 24 };
const at = (left: number, top: number) => ({ left, top, width: 36, height: 36 });

describe('where a hint stands', () => {
  it.each([
    { side: 'bottom', place: { left: 168, top: 144 } },
    { side: 'top', place: { left: 168, top: 68 } },
    { side: 'right', place: { left: 244, top: 106 } },
    { side: 'left', place: { left: 92, top: 106 } },
  ] as const)('$side of its button, centred', ({ side, place }) => {
    expect(placeHint(at(200, 100), size, room, side)).toEqual(place);
  });

  it('takes the other side where the wished one has no room', () => {
    expect(placeHint(at(200, 260), size, room, 'bottom').top).toBe(228);
    expect(placeHint(at(200, 4), size, room, 'top').top).toBe(48);
    expect(placeHint(at(350, 100), size, room, 'right').left).toBe(242);
    expect(placeHint(at(10, 100), size, room, 'left').left).toBe(54);
  });

  it('never leaves the window', () => {
    expect(placeHint(at(0, 100), size, room, 'bottom').left).toBe(8);
    expect(placeHint(at(380, 100), size, room, 'bottom').left).toBe(292);
    expect(placeHint(at(0, 0), { width: 390, height: 290 }, room, 'bottom')).toEqual({ left: 8, top: 8 });
  });
});
