import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';
import { spoilTable } from './table-faults.ts';

const attributeSchema = z.object({ S: z.string() });
const rowSchema = z.record(z.string(), z.unknown());
type IndexRow = z.infer<typeof rowSchema>;
const scanSchema = z.object({
  Items: z.array(rowSchema),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});
const querySchema = z.object({
  IndexName: z.string().optional(),
  ExpressionAttributeValues: z.record(z.string(), z.unknown()),
  ExclusiveStartKey: z.record(z.string(), z.unknown()).optional(),
  Limit: z.number(),
});

const textOf = (value: unknown): string => attributeSchema.parse(value).S;

export interface LaggingIndex {
  /** Keeps how the index is now. */
  keep(): Promise<void>;
  /** Reads see the index as it was so many `keep`s ago, or as it is. */
  show(keepsAgo: number | 'now'): void;
}

/** Answers range queries of an index, `pk = :pk AND sk <= :until`, from an older state of it, page by page. */
export const lagIndex = async (index: (typeof TABLE.indexes)[number]): Promise<LaggingIndex> => {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint === undefined) throw new Error('no table to stand in front of');
  const { name, prefix } = index;
  const kept: (readonly IndexRow[])[] = [];
  let shown: readonly IndexRow[] | undefined;

  const answer = ({
    ExpressionAttributeValues,
    ExclusiveStartKey,
    Limit,
  }: z.infer<typeof querySchema>): object => {
    const after = ExclusiveStartKey === undefined ? '' : textOf(ExclusiveStartKey[`${prefix}sk`]);
    const pk = textOf(ExpressionAttributeValues[':pk']);
    const until = textOf(ExpressionAttributeValues[':until']);
    const rows = (shown ?? [])
      .filter((row) => textOf(row[`${prefix}pk`]) === pk)
      .map((row) => ({ row, sk: textOf(row[`${prefix}sk`]) }))
      .filter(({ sk }) => sk > after && sk <= until)
      .sort((a, b) => (a.sk < b.sk ? -1 : 1));
    const page = rows.slice(0, Limit).map(({ row }) => row);
    const last = rows.length > Limit ? page.at(-1) : undefined;
    return {
      Items: page,
      Count: page.length,
      ScannedCount: page.length,
      ...(last === undefined
        ? {}
        : {
            LastEvaluatedKey: Object.fromEntries(
              ['pk', 'sk', `${prefix}pk`, `${prefix}sk`].map((key) => [key, last[key]]),
            ),
          }),
    };
  };
  await spoilTable(({ operation, body }) => {
    if (operation !== 'Query' || shown === undefined) return undefined;
    const query = querySchema.parse(JSON.parse(body));
    return query.IndexName === name ? { answer: answer(query) } : undefined;
  });

  return {
    keep: async () => {
      const rows: IndexRow[] = [];
      let position: object | undefined;
      do {
        const page = scanSchema.parse(
          await awsJsonCall(endpoint, 'DynamoDB_20120810.Scan', {
            TableName: TABLE.name,
            IndexName: name,
            ...(position === undefined ? {} : { ExclusiveStartKey: position }),
          }),
        );
        rows.push(...page.Items);
        position = page.LastEvaluatedKey;
      } while (position !== undefined);
      kept.push(rows);
    },
    show: (keepsAgo) => {
      shown = keepsAgo === 'now' ? undefined : (kept[Math.max(0, kept.length - 1 - keepsAgo)] ?? []);
    },
  };
};
