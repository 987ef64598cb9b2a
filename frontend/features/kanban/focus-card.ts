const CARD = 'li[data-index]';
const LANE = '[data-lane]';

/** Focuses a column's card at an index, or its last rendered one. Returns whether the column has one. */
const focusCard = (lane: Element, index: number): boolean => {
  const cards = [...lane.querySelectorAll(CARD)];
  const card = cards.find((one) => one.getAttribute('data-index') === String(index)) ?? cards.at(-1);
  card?.querySelector('a')?.focus();
  return card !== undefined;
};

const isInView = (lane: Element, board: Element): boolean => {
  const [inner, outer] = [lane.getBoundingClientRect(), board.getBoundingClientRect()];
  return inner.left >= outer.left && inner.right <= outer.right;
};

/**
 * Moves the focus from a card of the board to the next one in its column, or to a card of the next column that has one.
 * A column outside the window has no cards yet; it is scrolled into view, and the next key press reaches its cards.
 */
export const focusNextCard = (from: Element, key: string): void => {
  const index = Number(from.closest(CARD)?.getAttribute('data-index'));
  const lane = from.closest(LANE);
  const board = lane?.parentElement;
  if (lane === null || board === null || board === undefined) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    focusCard(lane, Math.max(0, index + (key === 'ArrowDown' ? 1 : -1)));
    return;
  }
  const lanes = [...board.querySelectorAll(LANE)];
  const at = lanes.indexOf(lane);
  for (const other of key === 'ArrowRight' ? lanes.slice(at + 1) : lanes.slice(0, at).toReversed()) {
    if (focusCard(other, index)) return;
    if (!isInView(other, board)) {
      other.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
  }
};
