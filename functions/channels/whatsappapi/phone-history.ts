import * as z from 'zod';
import { haveCommon } from '../../domain/contacts/canonical-identity.ts';
import { lenient } from '../meta/lenient-fields.ts';
import { type MetaUpdate, type PastMessage, problem } from '../meta/meta-update.ts';
import { phoneSchema } from './cloud-person.ts';
import { messageUpdate, type Surroundings } from './incoming-message.ts';

/** The share of the history, in percent, with which nothing is missing. */
const ALL = 100;
/** Error that tells that the business does not share the history of its phone. */
const NOT_SHARED = 2593109;

const errorSchema = z.object({ code: z.coerce.number() });
const chunkSchema = z.object({
  metadata: lenient(z.object({ progress: lenient(z.coerce.number()) })),
  threads: lenient(z.array(z.unknown())),
  errors: lenient(z.array(z.unknown())),
});
const threadSchema = z.object({ id: phoneSchema, messages: z.array(z.unknown()) });
const pastSchema = z.looseObject({
  from: phoneSchema,
  /** Only in messages of the business. */
  to: phoneSchema,
  history_context: lenient(z.object({ status: lenient(z.string()) })),
});
type Past = z.output<typeof pastSchema>;

/** Receipts by their names; a message that is pending or failed has none. */
const ACKS: ReadonlyMap<string, number> = new Map([
  ['sent', 1],
  ['delivered', 2],
  ['read', 3],
  ['played', 4],
]);

/** Whether an error tells that the business does not share the history of its phone. */
export const isNotShared = (error: unknown): boolean =>
  errorSchema.safeParse(error).data?.code === NOT_SHARED;

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  haveCommon([{ kind: 'phone', value: one }], [{ kind: 'phone', value: other }]);

/** Returns an entry as `messages` has it, with the thread's person as its writer or recipient. */
const namedEntry = (past: Past, thread: string | undefined, fromMe: boolean): object => {
  const { from, to = thread } = past;
  return fromMe ? { ...past, to } : { ...past, from: from ?? thread };
};

const pastMessages = (
  raw: unknown,
  thread: string | undefined,
  around: Surroundings,
  ownNumber: string | undefined,
): (PastMessage | MetaUpdate)[] => {
  const { data: past } = pastSchema.safeParse(raw);
  if (past === undefined) return [problem('malformed message', raw)];
  const fromMe = past.to !== undefined || isSame(past.from, ownNumber);
  const update = messageUpdate(namedEntry(past, thread, fromMe), around, fromMe);
  if (update.kind !== 'event') return [update];
  const { event } = update;
  // Reactions, edits and deletions of the past are in no import.
  if (event.type !== 'message') return [];
  const { content } = event;
  const ack = fromMe ? (ACKS.get(past.history_context?.status?.toLowerCase() ?? '') ?? 0) : 0;
  // An import fetches no files.
  const shown = 'media' in content ? { ...content, media: { ...content.media, source: '' } } : content;
  return [{ event: { ...event, content: shown }, ack }];
};

const isPast = (one: PastMessage | MetaUpdate): one is PastMessage => !('kind' in one);

/**
 * Returns the updates in one entry of `history`: its messages together, and those that cannot be read each.
 * @param ownNumber the business's number as Meta shows it
 */
export const historyUpdates = (
  raw: unknown,
  around: Surroundings,
  ownNumber: string | undefined,
): MetaUpdate[] => {
  const chunk = chunkSchema.safeParse(raw);
  if (!chunk.success) return [problem('malformed history', raw)];
  const { metadata, threads, errors = [] } = chunk.data;
  const { account } = around;
  if (errors.some(isNotShared)) return [{ kind: 'history-refused', account }];
  if (threads === undefined) return [problem('malformed history', raw)];
  const own = phoneSchema.parse(ownNumber?.replace(/[^\d+]/g, ''));
  const read = threads.flatMap((entry) => {
    const thread = threadSchema.safeParse(entry);
    if (!thread.success) return [problem('malformed thread', entry)];
    const { id, messages } = thread.data;
    return messages.flatMap((message) => pastMessages(message, id, around, own));
  });
  const messages = read.filter(isPast);
  const others = read.flatMap((one) => (isPast(one) ? [] : [one]));
  const isLast = metadata?.progress === ALL;
  return [{ kind: 'history', account, isLast, messages }, ...others];
};
