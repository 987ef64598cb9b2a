import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asItIs, holdOrder, type ShownTickets } from '../hold-order.ts';

/**
 * Time for which a list's order is held after the last movement over it; a user who rests longer is not about to
 * click.
 */
const HOLD_MS = 5_000;
/** Delay after a touch ends, because the click comes later. */
const LEFT_MS = 300;
/** A change of a ticket within this time after it was pressed counts as the user's own action. */
const OWN_ACT_MS = 3_000;

export interface HeldOrder extends ShownTickets {
  /** Called while the user points at the rows or moves through them by keyboard; no row may move then. */
  hold: () => void;
  /** Called when the user has left the rows. */
  leave: () => void;
  release: () => void;
  /** Called when a ticket was pressed: its next change may move the list. */
  press: (id: number) => void;
}

/**
 * Holds the order of a list while the user is about to choose from it. The order is released when the user leaves the
 * list or rests, and immediately after the user's own change.
 * @param selected uuid of the open ticket
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
