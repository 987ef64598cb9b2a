import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import type { DirectoryEndpoint } from '@prosa/shared/entities/webhook-endpoint.ts';
import { contactOccurrences } from '../domain/webhook-events/contact-occurrences.ts';
import { messageOccurrences } from '../domain/webhook-events/message-occurrences.ts';
import type { EventSources, Occurrence } from '../domain/webhook-events/occurrence.ts';
import { TRIED_FOR_MS } from '../domain/webhook-events/retry-schedule.ts';
import { ticketOccurrences } from '../domain/webhook-events/ticket-occurrences.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { isExpired } from '../platform/auth/principal.ts';
import { systemClock } from '../platform/clock.ts';
import { type Directory, getDirectory } from '../platform/directory.ts';
import { sendMessages } from '../platform/queue/send-messages.ts';
import { commit, WriteConflict, type WriteItem } from '../platform/table/commit.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { WebhookDelivery } from '../platform/table/entities/webhook-endpoints.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { deliveryMessage, eventId } from '../repositories/webhooks/webhook-deliveries.ts';
import { type ChangeOf, isChangeOf, type RowChange } from './read-changes.ts';

type WatchedChange = ChangeOf<'message'> | ChangeOf<'ticket'> | ChangeOf<'contact'>;

const occurrencesOf = (change: WatchedChange): Occurrence[] => {
  switch (change.entity) {
    case 'message':
      return messageOccurrences(change);
    case 'ticket':
      return ticketOccurrences(change);
    case 'contact':
      return contactOccurrences(change);
  }
};

/** Whether a change may be an event for other systems. */
export const isWatched = (change: RowChange): change is WatchedChange =>
  isChangeOf('message')(change) || isChangeOf('ticket')(change) || isChangeOf('contact')(change);

/** Returns the company's endpoints that are on; none if its plan has no webhooks or its subscription has expired. */
const endpointsOf = (directory: Directory, nowMs: number): DirectoryEndpoint[] =>
  directory.plan.flags.useExternalApi && !isExpired(directory, nowMs)
    ? [...directory.endpoints.values()].filter(({ off }) => off === null)
    : [];

/** Returns the tickets that events show: from the batch if possible, otherwise read. At most one call. */
const ticketsFor = async (
  table: Table,
  occurrences: readonly Occurrence[],
  changes: readonly WatchedChange[],
): Promise<Map<number, TicketFields>> => {
  const wanted = new Set(occurrences.flatMap(({ ticketId }) => ticketId ?? []));
  const inBatch = changes.filter(isChangeOf('ticket')).flatMap(({ after }) => after ?? []);
  const tickets = new Map<number, TicketFields>(inBatch.map((ticket) => [ticket.id, ticket]));
  const missing = [...wanted].filter((id) => !tickets.has(id)).map((id) => ({ id }));
  if (missing.length === 0) return tickets;
  for (const ticket of await table.getMany(Ticket, missing, { consistent: true }))
    if (ticket !== undefined) tickets.set(ticket.id, ticket);
  return tickets;
};

/** Stores a delivery, unless an earlier processing of the same batch did. */
const storeOnce = async (item: WriteItem): Promise<void> => {
  try {
    await commit([item]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
};

/** Rows that are written at once. */
const PARALLEL = 25;

/**
 * Makes a delivery for each event of a batch and each endpoint that wants it: stores it, and then sends a message to
 * its worker, both idempotent. A company without endpoints costs nothing besides its directory, which is cached. Each
 * delivery costs a write and a message; events of messages read their tickets, one call for a batch.
 */
export const makeDeliveries = async (
  companyId: CompanyId,
  changes: readonly WatchedChange[],
): Promise<void> => {
  const directory = await getDirectory(companyId);
  const nowMs = systemClock.now();
  const endpoints = directory === undefined ? [] : endpointsOf(directory, nowMs);
  if (directory === undefined || endpoints.length === 0) return;
  const wantedTypes = new Set(endpoints.flatMap(({ events }) => events));
  // A batch that was given up and is processed again must not make deliveries whose rows have expired meanwhile.
  const isCurrent = ({ type, at }: Occurrence): boolean =>
    wantedTypes.has(type) && Date.parse(at) > nowMs - TRIED_FOR_MS;
  const occurrences = changes.flatMap(occurrencesOf).filter(isCurrent);
  if (occurrences.length === 0) return;

  const table = openTable(companyId);
  const tickets = await ticketsFor(table, occurrences, changes);
  const sources: EventSources = { names: directory, tickets };
  const deliveries = occurrences
    .map((occurrence) => ({ id: eventId(occurrence), occurrence }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, occurrence }) => {
      const { type, at, subject } = occurrence;
      const body = JSON.stringify({ id, type, timestamp: at, companyId, data: occurrence.dataOf(sources) });
      return endpoints
        .filter(({ events }) => events.includes(type))
        .map((endpoint) => ({
          pointer: { companyId, endpointId: endpoint.id, deliveryId: id },
          item: table.put(
            WebhookDelivery,
            {
              companyId,
              endpointId: endpoint.id,
              id,
              type,
              subject,
              body,
              state: 'pending',
              attempts: 0,
              createdAt: at,
              nextAt: null,
              last: null,
            },
            'absent',
            nowMs,
          ),
        }));
    });
  for (let start = 0; start < deliveries.length; start += PARALLEL)
    await Promise.all(deliveries.slice(start, start + PARALLEL).map(({ item }) => storeOnce(item)));
  await sendMessages(
    'webhook-deliveries',
    true,
    deliveries.map(({ pointer }) => deliveryMessage(pointer)),
  );
};
