import type { LiveEvent } from '@prosa/shared/events/catalogue.ts';

/** An event for the browsers that hear it. */
interface Heard<L> {
  event: LiveEvent;
  /** It goes out as it is, and not as a reference. */
  isWhole: boolean;
  listeners: readonly L[];
}

interface TicketState {
  id: number;
  version: number;
}
const stateName = ({ id, version }: TicketState): string => `${id} ${version}`;

/** The state of its ticket that a new message brings along. */
const broughtBy = ({ event, isWhole }: Heard<unknown>): string | undefined =>
  isWhole && event.name === 'appMessage' && event.data.action === 'create' && event.data.ticket !== null
    ? stateName(event.data.ticket)
    : undefined;

const toldBy = ({ event }: Heard<unknown>): string | undefined =>
  event.name === 'ticket' && event.data.action === 'update' ? stateName(event.data.ticket) : undefined;

/**
 * The events of a batch without what they would say twice: who is brought a ticket's state by a new message is not told
 * of it again. A ticket is the larger half of what a customer's message says to a browser.
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
