import { describe, expect, it } from 'vitest';
import { layout } from '../../theme/tokens.ts';
import { LIST_MAX_PX, LIST_NARROW_PX, menuFitsFrom, widestList } from './inbox-columns.ts';

const CONTACT = layout.contactDrawer;
const roomOf = (windowPx: number): number => windowPx - layout.railClosed;

describe('widestList', () => {
  it.each([
    [1920, 0, LIST_MAX_PX],
    [1440, 0, 646],
    [1280, 0, 571],
    [1280, CONTACT, 396],
    [1024, 0, 451],
    [820, 0, LIST_NARROW_PX],
  ])(
    'in a window of %i px with a contact column of %i px, the list has at most %i px',
    (windowPx, contactPx, listPx) => {
      expect(widestList(roomOf(windowPx), contactPx)).toBe(listPx);
    },
  );

  it('leaves the conversation wider than the list in every window of more than a phone', () => {
    for (let windowPx = 768; windowPx < 3000; windowPx++) {
      const contacts = windowPx >= 1280 ? [0, CONTACT] : [0];
      for (const contactPx of contacts) {
        const listPx = widestList(roomOf(windowPx), contactPx);
        const conversationPx = roomOf(windowPx) - contactPx - listPx;
        expect(conversationPx).toBeGreaterThan(Math.max(listPx, contactPx));
      }
    }
  });
});

describe('menuFitsFrom', () => {
  it('is the window in which the conversation is as wide as the chosen list', () => {
    expect(menuFitsFrom(550, 0)).toBe(1340);
    expect(menuFitsFrom(550, CONTACT)).toBe(1680);
    expect(menuFitsFrom(404, 0)).toBe(1048);
  });
});
