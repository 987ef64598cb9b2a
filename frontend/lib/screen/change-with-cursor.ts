import { flushSync } from 'react-dom';

/**
 * Changes the text of a field and puts the cursor at a position of the new text. At once, because a key that is pressed
 * before the next frame would otherwise land at the old position. To be called in an event handler.
 */
export const changeWithCursor = (
  field: HTMLTextAreaElement | null,
  change: () => void,
  cursor: number,
): void => {
  flushSync(change);
  field?.setSelectionRange(cursor, cursor);
  // A menu from which the part was chosen gives the focus back when it closes.
  requestAnimationFrame(() => field?.focus());
};
