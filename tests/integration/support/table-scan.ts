import { createHash } from 'node:crypto';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';

const page = z.object({
  Items: z.array(z.looseObject({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) })),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});
type Item = z.output<typeof page>['Items'][number];

/** What changes by being looked at: signs of life and sessions. */
const VOLATILE = /^C#\d+#(PRESENCE|U#\d+|COUNTER#)/;

/** Engines give the fields of a map in any order. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Every row of a company. */
export const companyRows = async (endpoint: string, companyId: number): Promise<Item[]> => {
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = page.parse(
      await awsJsonCall(endpoint, 'DynamoDB_20120810.Scan', {
        TableName: TABLE.name,
        ConsistentRead: true,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    items.push(...answer.Items.filter(({ pk }) => pk.S.startsWith(`C#${companyId}#`)));
    from = answer.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
};

/** A digest of all that a company has, to see that nothing of it changed. */
export const companyDigest = async (endpoint: string, companyId: number): Promise<string> => {
  const items = (await companyRows(endpoint, companyId)).filter(({ pk }) => !VOLATILE.test(pk.S));
  const lines = items.map((item) => JSON.stringify(item, inOrder)).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
};
