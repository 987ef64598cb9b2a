import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dynamodb, type StoredRow } from '@prosa/functions/platform/aws/dynamodb.ts';
import { entityOf, unpackFields } from '@prosa/functions/platform/table/pack-fields.ts';
import { ENTITIES } from './entities.ts';
import { visitTable } from './local/local-table.ts';
import { repositoryRoot } from './local/repository-root.ts';
import { LOCAL_CREDENTIALS } from './local/s3.ts';
import { TABLE } from './resources.ts';

const USAGE = `npm run rows -- <pk> [beginning of sk]
npm run rows -- --table <name> <pk> [beginning of sk]

Prints rows of the table: of the local one in .data (or DATA_DIR), whether the system runs or not; with --table of a
deployed one, by the AWS credentials and region of the environment. For example:

npm run rows -- 'C#1#ORG' 'QUEUE#'`;
const MAX_ROWS = 200;
const HIDDEN = '(hidden)';
const LONGEST_LABEL = 40;
const BOOKKEEPING = new Set(['version', 'rowCreatedAt', 'rowUpdatedAt']);

/** Whether a field of an entity must not be shown; true for all fields of an unknown entity. */
const isSecret = (name: string | undefined, field: string): boolean => {
  const secrets: readonly string[] | undefined = ENTITIES.find((entity) => entity.name === name)?.secrets;
  return !ENTITIES.some((entity) => entity.name === name) || secrets?.includes(field) === true;
};

/** Formats a stored row for people: its entity, its keys, and its fields without secrets. */
export const describeRow = (row: StoredRow): string => {
  const name = entityOf(row);
  const unpacked = unpackFields(
    row,
    ENTITIES.find((entity) => entity.name === name),
  );
  const fields = Object.entries(unpacked).filter(([field]) => !BOOKKEEPING.has(field));
  const { version, rowUpdatedAt, rowCreatedAt } = unpacked;
  // Index keys may contain a secret too.
  const secrets = fields.flatMap(([field, value]) =>
    isSecret(name, field) && typeof value === 'string' && value !== '' ? [value] : [],
  );
  const key = (pk: unknown, sk: unknown): string =>
    secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), `${String(pk)} | ${String(sk)}`);
  const width =
    Math.min(LONGEST_LABEL, Math.max(...fields.map(([field]) => field.length), 'vanishes'.length)) + 2;
  const line = (label: string, text: string): string =>
    `  ${label.padEnd(width)}${text.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`;
  return [
    `${name ?? 'row without an entity'}, version ${String(version)} (schema version ${String(row._s)})`,
    line('key', key(row.pk, row.sk)),
    ...TABLE.indexes.flatMap(({ name: index, prefix }) =>
      row[`${prefix}pk`] === undefined ? [] : [line(index, key(row[`${prefix}pk`], row[`${prefix}sk`]))],
    ),
    line('written', `${String(rowUpdatedAt)} (made ${String(rowCreatedAt)})`),
    ...(row.ttl === undefined ? [] : [line('vanishes', new Date(Number(row.ttl) * 1000).toISOString())]),
    ...fields.map(([field, value]) =>
      line(field, isSecret(name, field) ? HIDDEN : JSON.stringify(value, null, 2)),
    ),
  ].join('\n');
};

const readRows = async (
  table: string,
  pk: string,
  sk: string,
): Promise<{ rows: StoredRow[]; hasMore: boolean }> => {
  const { Items: rows = [], LastEvaluatedKey } = await dynamodb().query({
    TableName: table,
    KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ...(sk === '' ? {} : { ':sk': sk }) },
    Limit: MAX_ROWS,
    ConsistentRead: true,
  });
  return { rows, hasMore: LastEvaluatedKey !== undefined };
};

const printRows = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { table: { type: 'string' } },
    allowPositionals: true,
  });
  const [pk, sk = ''] = positionals;
  if (pk === undefined || positionals.length > 2) throw new Error(USAGE);
  const local =
    values.table === undefined
      ? await visitTable(resolve(repositoryRoot, process.env.DATA_DIR || '.data'))
      : undefined;
  try {
    if (local !== undefined) {
      Object.assign(process.env, {
        DYNAMODB_ENDPOINT: local.endpoint,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
      });
    }
    const { rows, hasMore } = await readRows(values.table ?? TABLE.name, pk, sk);
    console.log(rows.length === 0 ? 'No such rows.' : rows.map(describeRow).join('\n\n'));
    if (hasMore) console.log(`\nThe first ${rows.length}; give more of the sk for others.`);
  } finally {
    await local?.close();
  }
};

if (process.argv[1] === import.meta.filename) {
  printRows(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
