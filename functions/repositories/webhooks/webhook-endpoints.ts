import {
  directoryEndpointSchema,
  type WebhookEndpoint as EndpointFields,
} from '@prosa/shared/entities/webhook-endpoint.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  DirectoryEndpoint,
  EndpointHealth,
  WebhookEndpoint,
} from '../../platform/table/entities/webhook-endpoints.ts';
import { keys } from '../../platform/table/keys.ts';
import { entityOf } from '../../platform/table/pack-fields.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type EndpointRow = Row<typeof WebhookEndpoint>;
export type HealthRow = Row<typeof EndpointHealth>;

/** Returns the endpoints of a company by id, each with its health. One consistent query, of about four read units. */
export const loadEndpoints = async (
  table: Table,
): Promise<{ endpoint: EndpointRow; health: HealthRow | undefined }[]> => {
  const rows = await table.queryAll(keys.webhookEndpoint({ id: 0 }).pk, { consistent: true });
  const of = (name: string) => rows.filter((row) => entityOf(row) === name);
  const healths = of(EndpointHealth.name).map((row) => parseRow(EndpointHealth, row));
  return of(WebhookEndpoint.name).map((row) => {
    const endpoint = parseRow(WebhookEndpoint, row);
    return { endpoint, health: healths.find(({ endpointId }) => endpointId === endpoint.id) };
  });
};

/** Returns an endpoint and its health, as far as they exist. One consistent batch read. */
export const loadEndpoint = async (
  table: Table,
  id: number,
): Promise<{ endpoint: EndpointRow | undefined; health: HealthRow | undefined }> => {
  const [endpoint, health] = await table.getRaw(
    [table.keyOf(WebhookEndpoint, { id }), table.keyOf(EndpointHealth, { endpointId: id })],
    { consistent: true },
  );
  return {
    endpoint: endpoint === undefined ? undefined : parseRow(WebhookEndpoint, endpoint),
    health: health === undefined ? undefined : parseRow(EndpointHealth, health),
  };
};

/**
 * Returns the writes that create, change or remove an endpoint: its full row and its brief form for the directory.
 * The only way to write endpoints.
 * @param before as read; its version guards the write
 */
export const endpointItems = (
  table: Table,
  before: EndpointRow | undefined,
  after: EndpointFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no endpoint');
  if (after === undefined)
    return [
      table.delete(WebhookEndpoint, { id }, before?.version),
      table.delete(DirectoryEndpoint, { id }),
      table.delete(EndpointHealth, { endpointId: id }),
    ];
  const madeAt = before === undefined ? {} : { rowCreatedAt: before.rowCreatedAt };
  return [
    table.put(WebhookEndpoint, { ...after, ...madeAt }, before?.version ?? 'absent', nowMs),
    table.put(DirectoryEndpoint, directoryEndpointSchema.parse(after), 'any', nowMs),
  ];
};

/**
 * Returns the write that lets the next call of an endpoint go out although it is paused; none if it is not. For the
 * actions of users, who may have repaired the endpoint.
 */
export const endPauseItems = (table: Table, health: HealthRow | undefined, nowMs: number): WriteItem[] =>
  health === undefined || health.pausedUntil === null
    ? []
    : [table.put(EndpointHealth, { ...health, pausedUntil: null }, health.version, nowMs)];
