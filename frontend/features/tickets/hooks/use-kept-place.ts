import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { layout } from '../../../theme/tokens.ts';
import { rowsMovedDown } from '../hold-order.ts';

/** Number of rows checked for a row without its own update. */
const LOOKED_AT = 20;

/**
 * Keeps the visible rows of a scrolled list in place when rows are inserted above them. At its top, a list shows new
 * rows.
 */
export const useKeptPlace = (
  scroller: RefObject<HTMLElement | null>,
  tickets: readonly TicketView[],
): void => {
  const before = useRef(tickets);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = tickets;
    const element = scroller.current;
    if (element === null || was === tickets || element.scrollTop < layout.ticketRow) return;
    const first = Math.floor(element.scrollTop / layout.ticketRow);
    const inSight = was.slice(first, first + LOOKED_AT).map(({ id }) => id);
    const moved = rowsMovedDown(inSight, was, tickets);
    if (moved !== 0) element.scrollTop += moved * layout.ticketRow;
  }, [scroller, tickets]);
};
