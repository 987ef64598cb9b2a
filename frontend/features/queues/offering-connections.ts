import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { needsGreeting } from '@prosa/shared/rules/connection-problems.ts';

/** A connection that could offer a new queue. */
export interface Offerer {
  id: number;
  name: string;
  /** Whether it needs a greeting before it can offer one more queue: the menu of several is sent with the greeting. */
  lacksGreeting: boolean;
}

type Known = Pick<ConnectionView, 'id' | 'name' | 'queueIds' | 'greetingMessage'>;

/** Stands for the queue that does not exist yet. */
const NEW_QUEUE = 0;

/** Returns the connections that could offer a new queue. */
export const offerersOf = (connections: readonly Known[]): Offerer[] =>
  connections.map(({ id, name, queueIds, greetingMessage }) => ({
    id,
    name,
    lacksGreeting: needsGreeting({ queueIds: [...queueIds, NEW_QUEUE], greetingMessage }),
  }));

/** Returns the connections that are chosen at first: all that can offer the queue, so that customers find it. */
export const chosenAtFirst = (offerers: readonly Offerer[]): number[] =>
  offerers.filter(({ lacksGreeting }) => !lacksGreeting).map(({ id }) => id);
