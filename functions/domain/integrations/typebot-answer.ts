import * as z from 'zod';
import { type Next, parseJson, type Say } from './adapter.ts';
import { inputSchema } from './typebot-input.ts';
import { fromMarkdown, fromRichText } from './whatsapp-markup.ts';

const url = z.string().default('');
const bubbleSchema = z.object({
  id: z.string().default(''),
  type: z.string(),
  content: z.object({
    /** Of a text: `markdown` or `richText`. Of a video: where it is played. */
    type: z.string().optional(),
    markdown: z.string().default(''),
    richText: z.array(z.unknown()).default([]),
    url,
  }),
});
type Bubble = z.infer<typeof bubbleSchema>;

const actionSchema = z.object({
  type: z.string(),
  lastBubbleBlockId: z.string().optional(),
  expectsDedicatedReply: z.boolean().default(false),
  wait: z.object({ secondsToWaitFor: z.number().nonnegative() }).optional(),
  redirect: z.object({ url }).optional(),
});
type Action = z.infer<typeof actionSchema>;

/** Leaves out elements of kinds that this code does not know. */
const known = <T>(schema: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .default([])
    .transform((elements) =>
      elements.flatMap((element) => {
        const parsed = schema.safeParse(element);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** What Typebot answers to `startChat` and `continueChat`. */
export const typebotAnswerSchema = z.object({
  sessionId: z.string().min(1).max(300).optional(),
  messages: known(bubbleSchema),
  input: inputSchema.nullish(),
  clientSideActions: known(actionSchema),
});
export type TypebotAnswer = z.infer<typeof typebotAnswerSchema>;

/** Whether the bot goes on only after an empty message, even if the action is of no use here. */
export const goesOn = ({ clientSideActions }: TypebotAnswer): boolean =>
  clientSideActions.some(({ expectsDedicatedReply }) => expectsDedicatedReply);

const textOf = ({ content }: Bubble): string =>
  content.type === 'richText' ? fromRichText(content.richText) : fromMarkdown(content.markdown);

/** Typebot's own text after an answer that does not fit. */
const RETRY_TEXT = 'Invalid message. Please, try again.';

const idSchema = z.coerce.number().int().positive();
const controlSchema = z.union([
  z.object({ stopBot: z.literal(true) }).transform((): Next => ({ goesTo: 'people' })),
  z
    .object({ queueId: idSchema, userId: idSchema.nullish() })
    .transform(({ queueId, userId }): Next => ({ goesTo: 'queue', queueId, userId: userId ?? null })),
]);

/** Returns what a bubble with a command of ours orders: `#` and JSON; undefined for every other bubble. */
const orderOf = (bubble: Bubble): Next | undefined => {
  const text = bubble.type === 'text' ? textOf(bubble) : '';
  if (!text.startsWith('#')) return undefined;
  const parsed = controlSchema.safeParse(parseJson(text.slice(1)));
  return parsed.success ? parsed.data : undefined;
};

/**
 * Returns whether an answer only says that the customer's did not fit: with a general text, or with one that the author
 * wrote for this input. Typebot sends both under the id of the input, which it asks again. undefined for other answers:
 * a bot also comes back to an input in a loop of its own.
 * @param misses whether the customer's answer meant none of the choices
 */
export const retryOf = (
  { messages, input }: TypebotAnswer,
  asked: { inputId: string; misses: boolean },
): 'general' | 'of-input' | undefined => {
  const [bubble, ...others] = messages;
  if (bubble?.type !== 'text' || others.length > 0 || input?.id !== asked.inputId) return undefined;
  if (orderOf(bubble) !== undefined) return undefined;
  if (asked.misses || textOf(bubble) === RETRY_TEXT) return 'general';
  return bubble.id === input.id ? 'of-input' : undefined;
};

/** Videos that are played on a page of their own. */
const FILE_VIDEO = 'url';

/** Returns what the customer is sent for a bubble; undefined for nothing. */
const contentOf = (bubble: Bubble): { text: string } | { url: string } | undefined => {
  const { type, content } = bubble;
  const isFile = type === 'image' || type === 'audio' || (type === 'video' && content.type === FILE_VIDEO);
  const text = type === 'text' ? textOf(bubble) : content.url;
  if (text === '') return undefined;
  return isFile ? { url: content.url } : { text };
};

const MS = 1000;
/** Returns the waits of an answer in milliseconds, by the bubble that they come after; '' for those before all. */
const waitsOf = (actions: readonly Action[]): Map<string, number> => {
  const waits = new Map<string, number>();
  for (const { wait, lastBubbleBlockId: after = '' } of actions)
    if (wait !== undefined) waits.set(after, (waits.get(after) ?? 0) + wait.secondsToWaitFor * MS);
  return waits;
};

/** What an answer brings: what the customer is sent, and an order that ends the conversation at the bot. */
export interface Read {
  says: Say[];
  /** A pause that belongs before what comes next. */
  pauseMs: number;
  order: Next | undefined;
}

/**
 * Reads the bubbles of an answer in order, up to the first order.
 * @param pauseMs pause before the first of them
 * @param delayMs pause before each of them
 */
export const readBubbles = (
  { messages, clientSideActions }: TypebotAnswer,
  { pauseMs, delayMs }: { pauseMs: number; delayMs: number },
): Read => {
  const waits = waitsOf(clientSideActions);
  const says: Say[] = [];
  let restMs = pauseMs + (waits.get('') ?? 0);
  for (const bubble of messages) {
    const order = orderOf(bubble);
    if (order !== undefined) return { says, pauseMs: restMs, order };
    const content = contentOf(bubble);
    if (content !== undefined) {
      says.push({ ...content, pauseMs: restMs + delayMs });
      restMs = 0;
    }
    restMs += waits.get(bubble.id) ?? 0;
  }
  for (const { redirect } of clientSideActions)
    if (redirect !== undefined && redirect.url !== '') {
      says.push({ text: redirect.url, pauseMs: restMs + delayMs });
      restMs = 0;
    }
  return { says, pauseMs: restMs, order: undefined };
};
