export type HintSide = 'top' | 'bottom' | 'left' | 'right';

interface Size {
  width: number;
  height: number;
}
interface Place {
  left: number;
  top: number;
}

/** Between a hint and what it explains, and between a hint and the window's edge; CSS pixels. */
const GAP_PX = 8;
const EDGE_PX = 8;

const OPPOSITE: Readonly<Record<HintSide, HintSide>> = {
  top: 'bottom',
  bottom: 'top',
  left: 'right',
  right: 'left',
};

const beside = (anchor: Place & Size, size: Size, side: HintSide): Place => {
  const centred = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  if (side === 'top') return { ...centred, top: anchor.top - GAP_PX - size.height };
  if (side === 'bottom') return { ...centred, top: anchor.top + anchor.height + GAP_PX };
  if (side === 'left') return { ...centred, left: anchor.left - GAP_PX - size.width };
  return { ...centred, left: anchor.left + anchor.width + GAP_PX };
};

const within = (place: number, length: number, room: number): number =>
  Math.max(EDGE_PX, Math.min(place, room - length - EDGE_PX));

/**
 * Where a hint stands: centred on the wished side, on the opposite one where that has no room, never outside the window.
 * All CSS pixels.
 */
export const placeHint = (anchor: Place & Size, size: Size, room: Size, side: HintSide): Place => {
  const clamp = ({ left, top }: Place): Place => ({
    left: within(left, size.width, room.width),
    top: within(top, size.height, room.height),
  });
  const main = side === 'top' || side === 'bottom' ? 'top' : 'left';
  for (const wish of [side, OPPOSITE[side]]) {
    const place = beside(anchor, size, wish);
    const clamped = clamp(place);
    if (clamped[main] === place[main]) return clamped;
  }
  return clamp(beside(anchor, size, side));
};
