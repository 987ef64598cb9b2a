import type { DELIVERY_STATES } from '@prosa/shared/entities/webhook-endpoint.ts';
import type { DeliveryMessage } from '@prosa/shared/messaging/delivery-message.ts';
import { COMPANY_RUNS, companyLane } from '@prosa/shared/rules/company-shares.ts';
import { encodeTime, type Ids, sha256, shardOf, toBase32 } from '../../platform/ids.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  EndpointHealth,
  WaitingDelivery,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../platform/table/entities/webhook-endpoints.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import type { EndpointRow, HealthRow } from './webhook-endpoints.ts';

export type DeliveryRow = Row<typeof WebhookDelivery>;
type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Sequences of a company's deliveries, and of those of an endpoint: so many calls it gets at once. */
const LANES = { company: COMPANY_RUNS['webhook-deliveries'], source: 4 };
const VERSION_CHARS = 4;
const HASH_CHARS = 6;
const HASH_HEX = 8;

/**
 * Returns the id of an event. The same event always has the same id, so that a repeated batch of the stream makes no
 * second delivery. Ids sort by time, and those of one row also by its version; the subject is their last part.
 */
export const eventId = (event: {
  row: string;
  version: number;
  type: string;
  at: string;
  subject: string;
}): string => {
  const hash = sha256(`${event.row} ${event.version} ${event.type}`).slice(0, HASH_HEX);
  return [
    encodeTime(Date.parse(event.at)),
    toBase32(BigInt(event.version), VERSION_CHARS),
    toBase32(BigInt(`0x${hash}`), HASH_CHARS),
    `-${event.subject}`,
  ].join('');
};

/** Returns what a delivery is ordered by, from its id. */
const subjectOf = (deliveryId: string): string => deliveryId.slice(deliveryId.indexOf('-') + 1);

/**
 * Returns the FIFO group of a delivery: one of the lanes of its company (R23). Deliveries of one subject to an endpoint
 * are in one group.
 */
const groupOf = ({ companyId, endpointId, deliveryId }: DeliveryMessage): string =>
  `${companyId}:${companyLane(endpointId, shardOf(subjectOf(deliveryId), LANES.source), LANES)}`;

/** Returns the message that brings a delivery to its worker, for the stream, which sends it directly. */
export const deliveryMessage = (pointer: DeliveryMessage) => ({
  id: `${pointer.companyId}.${pointer.endpointId}.${pointer.deliveryId}`,
  body: JSON.stringify(pointer),
  groupId: groupOf(pointer),
});

/** Returns the write of the message that brings a delivery to its worker, for a transaction. */
export const deliveryOutboxItem = (
  table: Table,
  pointer: Omit<DeliveryMessage, 'companyId'>,
  ports: { ids: Ids; nowMs: number },
): WriteItem => {
  if (table.companyId === null) throw new Error('a delivery belongs to a company');
  const { body, groupId } = deliveryMessage({ companyId: table.companyId, ...pointer });
  return outboxItem(table, { queue: 'webhook-deliveries', body, groupId }, ports);
};

/** What a worker decides an attempt by. */
export interface AttemptRows {
  delivery: DeliveryRow | undefined;
  endpoint: EndpointRow | undefined;
  health: HealthRow | undefined;
  /** Ids of the first two deliveries of the subject that wait, in order. */
  waiting: string[];
}

/** Returns what an attempt is decided by. A consistent batch read of three rows and a query: about four read units. */
export const loadAttempt = async (
  table: Table,
  { endpointId, deliveryId }: Pick<DeliveryMessage, 'endpointId' | 'deliveryId'>,
): Promise<AttemptRows> => {
  const subject = subjectOf(deliveryId);
  const [[delivery, endpoint, health], { rows }] = await Promise.all([
    table.getRaw(
      [
        table.keyOf(WebhookDelivery, { endpointId, id: deliveryId }),
        table.keyOf(WebhookEndpoint, { id: endpointId }),
        table.keyOf(EndpointHealth, { endpointId }),
      ],
      { consistent: true },
    ),
    table.query(WaitingDelivery, {
      pk: keys.waitingDelivery({ endpointId, subject, deliveryId: '' }).pk,
      limit: 2,
      consistent: true,
    }),
  ]);
  return {
    delivery: delivery === undefined ? undefined : parseRow(WebhookDelivery, delivery),
    endpoint: endpoint === undefined ? undefined : parseRow(WebhookEndpoint, endpoint),
    health: health === undefined ? undefined : parseRow(EndpointHealth, health),
    waiting: rows.map(({ deliveryId: id }) => id),
  };
};

/** Returns a delivery. One consistent read. */
export const loadDelivery = (
  table: Table,
  endpointId: number,
  id: string,
): Promise<DeliveryRow | undefined> => table.get(WebhookDelivery, { endpointId, id }, { consistent: true });

/** Deliveries read for a page, if few are in the wanted state: about 25 read units. */
const MAX_EXAMINED = 100;

/**
 * Returns deliveries to an endpoint, the newest first. One query; a page ends after 100 examined rows and reports
 * more. Expired rows may still be there for days, and are left out.
 */
export const readDeliveries = (
  table: Table,
  endpointId: number,
  options: {
    state?: DeliveryState | undefined;
    after?: string | undefined;
    limit: number;
    /** Deliveries from before this time (ISO) have expired. */
    since: string;
  },
): Promise<Page<DeliveryRow>> => {
  const { state, after, limit, since } = options;
  return table.query(WebhookDelivery, {
    pk: keys.webhookDelivery({ endpointId, id: '' }).pk,
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_EXAMINED,
    consistent: true,
    filter: (delivery) => delivery.createdAt >= since && (state === undefined || delivery.state === state),
  });
};
