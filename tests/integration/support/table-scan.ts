import { createHash } from 'node:crypto';
import { type Image, rowOfImage } from '@prosa/functions/platform/aws/dynamodb.ts';
import { entityOf, unpackFields } from '@prosa/functions/platform/table/pack-fields.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';

export type RowImage = Image & Record<'pk' | 'sk', { S: string }>;
const page = z.object({
  Items: z.array(z.custom<RowImage>((value) => typeof value === 'object' && value !== null && 'pk' in value)),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Limit of BatchWriteItem. */
const BATCH_MAX = 25;

const scan = async (endpoint: string, filter: object): Promise<RowImage[]> => {
  const items: RowImage[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = page.parse(
      await awsJsonCall(endpoint, 'DynamoDB_20120810.Scan', {
        TableName: TABLE.name,
        ConsistentRead: true,
        ...filter,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    items.push(...answer.Items);
    from = answer.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
};

/** Returns every row of a table as the engine stores it. */
export const scanTable = (endpoint: string): Promise<RowImage[]> => scan(endpoint, {});

/** Returns every row of a company as the engine stores it. */
export const companyRows = (endpoint: string, companyId: number): Promise<RowImage[]> =>
  scan(endpoint, {
    FilterExpression: 'begins_with(pk, :start)',
    ExpressionAttributeValues: { ':start': { S: `C#${companyId}#` } },
  });

/** Rows that reading alone changes: presence and sessions. */
const VOLATILE = /^C#\d+#(PRESENCE|U#\d+|COUNTER#)/;

/** Sorts the fields, because engines return those of a map in any order. */
const sorted = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? sorted(value) : value;

/** Lines of rows by their texts. Most rows are the same from one call to the next, and sorting takes long. */
const lines = new Map<string, string>();
const lineOf = (item: RowImage): string => {
  const text = JSON.stringify(item);
  const line = lines.get(text) ?? JSON.stringify(item, inOrder);
  lines.set(text, line);
  return line;
};

/** Returns one line for each row of a company, to find the changed ones. */
export const companyLines = async (endpoint: string, companyId: number): Promise<string[]> =>
  (await companyRows(endpoint, companyId))
    .filter(({ pk }) => !VOLATILE.test(pk.S))
    .map(lineOf)
    .sort();

/** Returns a digest of all rows of a company, to check that none has changed. */
export const companyDigest = async (endpoint: string, companyId: number): Promise<string> => {
  const lines = await companyLines(endpoint, companyId);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
};

/** Writes or deletes rows in the engine's format. */
export const writeTable = async (endpoint: string, requests: readonly object[]): Promise<void> => {
  for (let start = 0; start < requests.length; start += BATCH_MAX)
    await awsJsonCall(endpoint, 'DynamoDB_20120810.BatchWriteItem', {
      RequestItems: { [TABLE.name]: requests.slice(start, start + BATCH_MAX) },
    });
};

/** Orders rows by their keys. */
export const byKeys = (one: RowImage, other: RowImage): number => (idOfRow(one) < idOfRow(other) ? -1 : 1);

/** Returns a text that identifies a row among the rows of a table. */
export const idOfRow = ({ pk, sk }: RowImage): string => `${pk.S}\n${sk.S}`;

/** Whether two stored rows are equal. The first comparison is fast, and almost always sufficient. */
export const isSameRow = (one: RowImage | undefined, other: RowImage): boolean =>
  JSON.stringify(one) === JSON.stringify(other) ||
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

/** Replaces a table's contents, of which `held` is the last scan, with exactly these rows. */
export const restoreTable = async (
  endpoint: string,
  held: readonly RowImage[],
  rows: readonly RowImage[],
): Promise<void> => {
  const wanted = new Set(rows.map(idOfRow));
  const heldById = new Map(held.map((row) => [idOfRow(row), row]));
  await writeTable(endpoint, [
    ...held
      .filter((row) => !wanted.has(idOfRow(row)))
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...rows
      .filter((row) => !isSameRow(heldById.get(idOfRow(row)), row))
      .map((Item) => ({ PutRequest: { Item } })),
  ]);
};

export interface TableRow {
  pk: string;
  sk: string;
  entity: string;
  /** All attributes except the keys by name; the ones packed into one text are unpacked. */
  fields: Record<string, unknown>;
}

const ENTITY_BY_NAME = new Map<string, (typeof ENTITIES)[number]>(
  ENTITIES.map((entity) => [entity.name, entity]),
);

/** Returns a row with unpacked fields. */
export const unpackRow = (row: RowImage): TableRow => {
  const stored = rowOfImage(row);
  const entity = entityOf(stored) ?? '';
  const fields = sorted(unpackFields(stored, ENTITY_BY_NAME.get(entity)));
  return { pk: row.pk.S, sk: row.sk.S, entity, fields };
};

/** Returns every row of a table with unpacked fields, in the order of the keys. */
export const readTable = async (endpoint: string): Promise<TableRow[]> =>
  (await scanTable(endpoint)).toSorted(byKeys).map(unpackRow);
