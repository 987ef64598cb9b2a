import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { WebhookEventType } from '@prosa/shared/entities/webhook-endpoint.ts';
import type { WebhookData } from '@prosa/shared/webhooks/webhook-event.ts';
import type { NameSource } from '../presenters/present-ticket.ts';

/** What the data of events show besides the changed row. */
export interface EventSources {
  names: NameSource;
  tickets: ReadonlyMap<number, Ticket>;
}

/** An event of the company's data, before it is known which endpoints get it. */
export type Occurrence = {
  [T in WebhookEventType]: {
    type: T;
    /** Events of one subject are delivered in order: `t<ticket>` or `c<contact>`. */
    subject: string;
    /** The changed row, e.g. `message.7.1.1764…`. Together with `version` and type it identifies the event. */
    row: string;
    version: number;
    /** When it happened (ISO). */
    at: string;
    /** The ticket that its data show; null if they show none, or only the changed row. */
    ticketId: number | null;
    dataOf: (sources: EventSources) => WebhookData<T>;
  };
}[WebhookEventType];

/** A row before and after a batch of the stream, and its states in between. */
export interface RowStates<R> {
  before: R | undefined;
  after: R | undefined;
  between: readonly R[];
  /** When the stream recorded the newest of them (ISO); a removed row does not say when it was removed. */
  recordedAt?: string | undefined;
}

/**
 * Returns the single changes of a row, in order. They do not depend on how the stream's records were split into
 * batches, so a repeated batch has the same events.
 */
export const stepsOf = <R>({ before, between, after }: RowStates<R>): [R | undefined, R | undefined][] => {
  // A row that the batch created begins with its first state in between, if it has one.
  const states = [before, ...between, after];
  return states.slice(1).map((state, at) => [states[at], state]);
};
