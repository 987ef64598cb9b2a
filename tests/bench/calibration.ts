import * as z from 'zod';
import { percentile } from './measure.ts';

const ROWS = 40;
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

/** Returns a page of rows, each with its fields as one text within the page's text. */
const pageText = (): string =>
  JSON.stringify(
    Array.from({ length: ROWS }, (_none, at) => ({
      pk: { S: 'C#7#TICKETS' },
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
    })),
  );

const pageSchema = z.array(z.object({ fields: z.object({ S: z.string() }) }));

const readPage = (text: string): string =>
  JSON.stringify(
    pageSchema.parse(JSON.parse(text)).map(({ fields }) => rowSchema.parse(JSON.parse(fields.S))),
  );

/**
 * Measures the CPU milliseconds in which this machine currently parses, validates and serialises a page of 40 rows:
 * the median of nine rounds. A figure divided by it is comparable across machines and days.
 */
export const calibrate = (): number => {
  const text = pageText();
  let written = 0;
  const pages = (count: number): number => {
    const before = process.cpuUsage();
    for (let page = 0; page < count; page++) written += readPage(text).length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / US_PER_MS / count;
  };
  pages(WARM_UP_PAGES);
  const rounds = Array.from({ length: ROUNDS }, () => pages(PAGES_PER_ROUND));
  if (written === 0) throw new Error('nothing was calibrated');
  return percentile(rounds, 0.5);
};
