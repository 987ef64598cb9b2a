import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asItIs, holdOrder, type ShownTickets } from '../hold-order.ts';

/** How long a list stays still after the last movement over it: someone who rests is about to do nothing. */
const HOLD_MS = 5_000;
/** A click comes after the finger has left. */
const LEFT_MS = 300;
/** What happens to a ticket this soon after it was pressed was asked for. */
const OWN_ACT_MS = 3_000;

export interface HeldOrder extends ShownTickets {
  /** Someone points at the rows, or moves through them by keys: nothing may move under them. */
  hold: () => void;
  /** Nobody does any more. */
  leave: () => void;
  release: () => void;
  /** A ticket was pressed: what happens to it now may move the list. */
  press: (id: number) => void;
}

/**
 * The order of a list while someone is about to choose from it. It follows as soon as they leave it or rest, and at once
 * where they changed it themselves.
 * @param selected uuid of the ticket that is open
 */
export const useHeldOrder = (live: readonly TicketView[], selected: string | undefined): HeldOrder => {
  const [held, setHeld] = useState<readonly TicketView[] | null>(null);
  const latest = useRef(live);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressed = useRef({ id: 0, atMs: 0 });
  useEffect(() => {
    latest.current = live;
  });
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(null);
  }, []);
  const endIn = useCallback(
    (ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(release, ms);
    },
    [release],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  const isOwn = useCallback(
    ({ id, uuid }: TicketView) =>
      uuid === selected ||
      (id === pressed.current.id && performance.now() - pressed.current.atMs < OWN_ACT_MS),
    [selected],
  );
  useEffect(() => {
    if (held === null) return;
    const before = new Set(held.map(({ id }) => id));
    const now = new Set(live.map(({ id }) => id));
    const changed = [...live.filter(({ id }) => !before.has(id)), ...held.filter(({ id }) => !now.has(id))];
    if (changed.some(isOwn)) release();
  }, [held, live, isOwn, release]);

  return {
    ...useMemo(() => (held === null ? asItIs(live) : holdOrder(held, live)), [held, live]),
    hold: () => {
      if (held === null) setHeld(latest.current);
      endIn(HOLD_MS);
    },
    leave: () => endIn(LEFT_MS),
    release,
    press: (id) => {
      pressed.current = { id, atMs: performance.now() };
    },
  };
};
