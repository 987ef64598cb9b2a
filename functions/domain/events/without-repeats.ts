import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';

/** An event and the browsers that get it. */
interface Heard<L> {
  event: LiveEvent;
  /** Sent in full, not as a reference. */
  isWhole: boolean;
  listeners: readonly L[];
}

interface TicketState {
  id: number;
  version: number;
}
const stateName = ({ id, version }: TicketState): string => `${id} ${version}`;

/** Returns the ticket state that the event of a new message contains. */
const broughtBy = ({ event, isWhole }: Heard<unknown>): string | undefined =>
  isWhole && event.name === 'appMessage' && event.data.action === 'create' && event.data.ticket !== null
    ? stateName(event.data.ticket)
    : undefined;

const toldBy = ({ event }: Heard<unknown>): string | undefined =>
  event.name === 'ticket' && event.data.action === 'update' ? stateName(event.data.ticket) : undefined;

/**
 * Removes redundant ticket updates from a batch of events: a browser that gets a ticket's state with a new message
 * does not get the same state again. The ticket is the larger half of the data that a customer's message sends to a
 * browser.
 */
export const withoutRepeats = <L, H extends Heard<L>>(
  events: readonly (H & Heard<L>)[],
): (H & Heard<L>)[] => {
  const brought = new Map<string, Set<L>>();
  for (const event of events) {
    const state = broughtBy(event);
    if (state === undefined) continue;
    const listeners = brought.get(state) ?? new Set();
    brought.set(state, listeners);
    for (const listener of event.listeners) listeners.add(listener);
  }
  return events.map((event) => {
    const knowing = brought.get(toldBy(event) ?? '');
    if (knowing === undefined) return event;
    return { ...event, listeners: event.listeners.filter((listener) => !knowing.has(listener)) };
  });
};
