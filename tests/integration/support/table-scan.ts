import { createHash } from 'node:crypto';
import { type Image, rowOfImage } from '@prosa/functions/platform/aws/dynamodb.ts';
import { entityOf, unpackFields } from '@prosa/functions/platform/table/pack-fields.ts';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';

type RowImage = Image & Record<'pk' | 'sk', { S: string }>;
const page = z.object({
  Items: z.array(z.custom<RowImage>((value) => typeof value === 'object' && value !== null && 'pk' in value)),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Limit of BatchWriteItem. */
const BATCH_MAX = 25;

/** Returns every row of a table as the engine stores it. */
export const scanTable = async (endpoint: string): Promise<RowImage[]> => {
  const items: RowImage[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = page.parse(
      await awsJsonCall(endpoint, 'DynamoDB_20120810.Scan', {
        TableName: TABLE.name,
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    items.push(...answer.Items);
    from = answer.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
};

/** Returns every row of a company as the engine stores it. */
export const companyRows = async (endpoint: string, companyId: number): Promise<RowImage[]> =>
  (await scanTable(endpoint)).filter(({ pk }) => pk.S.startsWith(`C#${companyId}#`));

/** Rows that reading alone changes: presence and sessions. */
const VOLATILE = /^C#\d+#(PRESENCE|U#\d+|COUNTER#)/;

/** Sorts the fields, because engines return those of a map in any order. */
const sorted = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? sorted(value) : value;

/** Returns one line for each row of a company, to find the changed ones. */
export const companyLines = async (endpoint: string, companyId: number): Promise<string[]> => {
  const items = (await companyRows(endpoint, companyId)).filter(({ pk }) => !VOLATILE.test(pk.S));
  return items.map((item) => JSON.stringify(item, inOrder)).sort();
};

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

/** Replaces a table's contents with exactly these rows. */
export const restoreTable = async (endpoint: string, rows: readonly RowImage[]): Promise<void> => {
  const id = ({ pk, sk }: RowImage): string => `${pk.S}\n${sk.S}`;
  const held = new Map((await scanTable(endpoint)).map((row) => [id(row), row]));
  const wanted = new Set(rows.map(id));
  const isSame = (row: RowImage): boolean =>
    JSON.stringify(held.get(id(row)), inOrder) === JSON.stringify(row, inOrder);
  await writeTable(endpoint, [
    ...[...held.values()]
      .filter((row) => !wanted.has(id(row)))
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...rows.filter((row) => !isSame(row)).map((Item) => ({ PutRequest: { Item } })),
  ]);
};

export interface TableRow {
  pk: string;
  sk: string;
  entity: string;
  /** All attributes except the keys by name; the ones packed into one text are unpacked. */
  fields: Record<string, unknown>;
}

/** Returns every row of a table with unpacked fields, in the order of the keys. */
export const readTable = async (endpoint: string): Promise<TableRow[]> =>
  (await scanTable(endpoint))
    .map((row) => {
      const stored = rowOfImage(row);
      return {
        pk: row.pk.S,
        sk: row.sk.S,
        entity: entityOf(stored) ?? '',
        fields: sorted(unpackFields(stored)),
      };
    })
    .sort((a, b) => (`${a.pk}\n${a.sk}` < `${b.pk}\n${b.sk}` ? -1 : 1));
