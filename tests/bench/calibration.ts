import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';
import { cpuMs, percentile } from './measure.ts';

const ROWS = 40;
/** The most that a call may write. */
const BATCH_ROWS = 25;
const WARM_UP_PAGES = 500;
const ROUNDS = 9;
const PAGES_PER_ROUND = 200;
const US_PER_MS = 1_000;

/**
 * A row of a ticket's size. It is independent of the product's entities, so that it stays the same when they change.
 */
const rowSchema = z.object({
  id: z.int().positive(),
  uuid: z.uuid(),
  status: z.enum(['open', 'pending', 'closed']),
  contact: z.object({
    id: z.int().positive(),
    name: z.string().max(200),
    number: z.string().max(40),
    identities: z.array(z.object({ kind: z.enum(['phone', 'lid']), value: z.string() })),
    tags: z.array(z.object({ id: z.int(), name: z.string(), color: z.string() })),
    isGroup: z.boolean().default(false),
  }),
  queueId: z.int().nullable().default(null),
  userId: z.int().nullable().default(null),
  lastMessage: z.string().default(''),
  lastMessageAt: z.iso.datetime(),
  activityAt: z.iso.datetime(),
  unreadMessages: z.int().nonnegative().default(0),
  isBot: z.boolean().default(false),
  fromMe: z.boolean().default(false),
  imported: z.iso.datetime().nullable().default(null),
  version: z.int(),
});

const AT = '2026-11-20T12:00:00.000Z';

const PK = 'C#7#TICKETS';

/** The rows of a page, each with its fields as one text. */
const ROWS_OF_PAGE = Array.from({ length: ROWS }, (_none, at) => ({
  pk: { S: PK },
  sk: { S: `T#${String(at).padStart(10, '0')}` },
  fields: {
    S: JSON.stringify({
      id: at + 1,
      uuid: '00000000-0000-4000-8000-000000000000',
      status: 'open',
      contact: {
        id: at + 1,
        name: `Contato ${at}`,
        number: `55119${String(at).padStart(8, '0')}`,
        identities: [{ kind: 'phone', value: `55119${String(at).padStart(8, '0')}` }],
        tags: [{ id: 1, name: 'VIP', color: '#112233' }],
      },
      queueId: 3,
      userId: 12,
      lastMessage: 'Bom dia, queria saber do meu pedido de ontem',
      lastMessageAt: AT,
      activityAt: AT,
      unreadMessages: 2,
      version: 17,
    }),
  },
}));

const pageSchema = z.object({
  Items: z.array(z.object({ fields: z.object({ S: z.string() }) })).length(ROWS),
});

const call = (endpoint: string, operation: string, body: object): Promise<unknown> =>
  awsJsonCall(endpoint, `DynamoDB_20120810.${operation}`, body);

const writePage = async (endpoint: string): Promise<void> => {
  for (let at = 0; at < ROWS; at += BATCH_ROWS) {
    const puts = ROWS_OF_PAGE.slice(at, at + BATCH_ROWS).map((Item) => ({ PutRequest: { Item } }));
    await call(endpoint, 'BatchWriteItem', { RequestItems: { [TABLE.name]: puts } });
  }
};

const readPage = async (endpoint: string): Promise<string> => {
  const answer = await call(endpoint, 'Query', {
    TableName: TABLE.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: PK } },
  });
  return JSON.stringify(
    pageSchema.parse(answer).Items.map(({ fields }) => rowSchema.parse(JSON.parse(fields.S))),
  );
};

/**
 * Measures the CPU milliseconds in which this machine currently reads a page of 40 rows from the table, validates and
 * serialises it: the median of nine rounds, of this process and the table's engine. Uses nothing of the functions, so that
 * a change of them does not change it. A figure divided by it is comparable across machines and days.
 */
export const calibrate = async (): Promise<number> => {
  const directory = await mkdtemp(join(tmpdir(), 'prosa-calibration-'));
  const engine = await startDynoxide(join(directory, 'table.db'));
  try {
    const { endpoint } = engine;
    await writePage(endpoint);
    const enginePid = engine.pid();
    if (enginePid === undefined) throw new Error('the engine has no process');
    const read = async (pages: number): Promise<number> => {
      const [before, engineBeforeMs] = [process.cpuUsage(), cpuMs(enginePid)];
      for (let page = 0; page < pages; page++) await readPage(endpoint);
      const { user, system } = process.cpuUsage(before);
      return ((user + system) / US_PER_MS + cpuMs(enginePid) - engineBeforeMs) / pages;
    };
    await read(WARM_UP_PAGES);
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) rounds.push(await read(PAGES_PER_ROUND));
    return percentile(rounds, 0.5);
  } finally {
    await engine.stop();
    await rm(directory, { recursive: true });
  }
};
