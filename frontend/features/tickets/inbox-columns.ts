import { layout } from '../../theme/tokens.ts';

/** Limits of the list's width that a user can choose. */
export const LIST_MIN_PX = 404;
export const LIST_MAX_PX = 700;
/** Width of the list in a window without room for {@link LIST_MIN_PX} beside a wider conversation. */
export const LIST_NARROW_PX = 340;

/** Largest part of the room for list and conversation that the list takes, so that the conversation is wider. */
const LIST_SHARE = 0.47;
/** Width that the conversation keeps as long as the list can shrink. */
const CONVERSATION_PX = 480;

/**
 * Returns the maximum width of the list.
 * @param roomPx width that the list shares with the conversation and the contact column
 * @param contactPx width of the contact column; 0 without one
 */
export const widestList = (roomPx: number, contactPx: number): number => {
  const rest = roomPx - contactPx;
  const widest = Math.floor(Math.min(rest * LIST_SHARE, rest - CONVERSATION_PX, LIST_MAX_PX));
  return Math.max(widest, LIST_NARROW_PX);
};

/**
 * Returns the narrowest window in which the open menu leaves the conversation as wide as the list. In a narrower one
 * the menu folds before the list becomes narrower.
 * @param listPx the list's width that the user chose
 */
export const menuFitsFrom = (listPx: number, contactPx: number): number =>
  layout.railOpen + 2 * listPx + contactPx;
