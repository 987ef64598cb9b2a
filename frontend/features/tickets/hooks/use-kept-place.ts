import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { layout } from '../../../theme/tokens.ts';
import { rowsMovedDown } from '../hold-order.ts';

/** Rows looked at for one that got no news itself. */
const LOOKED_AT = 20;

/** Keeps what is in sight of a scrolled list where it is, whatever comes in above it. At its top a list shows what is new. */
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
