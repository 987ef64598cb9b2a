import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Prompts since the customer's last choice: their number, and the time and message id of the newest prompt. */
const prompted = {
  prompts: z.int().nonnegative().default(0),
  promptedAt: instantSchema.nullable().default(null),
  promptMessageId: z.string().nullable().default(null),
};

/**
 * The token of a late answer (from an integration, a model or a file download); null while none is awaited. An answer
 * with another token changes nothing.
 */
const awaits = { awaits: z.object({ token: z.string(), until: instantSchema }).nullable().default(null) };

/**
 * The automation of a ticket, with its state:
 * - `none`: only people answer;
 * - `menu`: the queues of its connection to choose from; `isSilent` after the prompt limit: a choice still counts;
 * - `options`: the option tree of its queue, at its first level (`''`), below an option, or before it (null);
 * - `consent` and `rating`: the answer that the statuses `lgpd` and `nps` wait for; no other status has them;
 * - `flow`: at a node of the version of a flow that it began with, with the answers so far;
 * - `integration`: the ticket's `integrationId`, with the session of an external bot;
 * - `assistant`: a prompt.
 */
export const automationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('menu'), ...prompted, isSilent: z.boolean().default(false) }),
  z.object({ kind: z.literal('options'), ...prompted, optionId: z.string().nullable().default(null) }),
  z.object({ kind: z.literal('consent'), ...prompted }),
  z.object({ kind: z.literal('rating'), ...prompted }),
  z.object({
    kind: z.literal('flow'),
    prompts: sparse(z.int().nonnegative(), 0),
    promptedAt: sparse(instantSchema.nullable(), null),
    promptMessageId: sparse(z.string().nullable(), null),
    awaits: sparse(awaits.awaits.unwrap(), null),
    flowId: idSchema,
    /** The number of the flow's version. */
    version: z.int().positive(),
    /** The node at which it waits. */
    nodeId: z.string(),
    /** Elements of the node that were run before; 1 for an interval that is over. */
    element: sparse(z.int().nonnegative(), 0),
    /** The customer's answers, by the keys of their questions. */
    variables: sparse(z.record(z.string(), z.string()), {}),
    /**
     * When its pause ends, and the token of the message that ends it: a message with another token does nothing. Null
     * if it waits for an answer.
     */
    pause: sparse(z.object({ until: instantSchema, token: z.string() }).nullable(), null),
    /** Messages that the customer wrote during its pause. */
    waiting: sparse(z.array(z.string()), []),
    /** Nodes that it came through since the customer last answered. */
    passed: sparse(z.int().nonnegative(), 0),
  }),
  z.object({
    kind: z.literal('integration'),
    /** The parts of the awaited answer that were taken: a part with a lower number is a repetition. */
    awaits: z
      .object({ token: z.string(), until: instantSchema, parts: sparse(z.int().nonnegative(), 0) })
      .nullable()
      .default(null),
    /** Messages that the customer wrote while an answer is awaited; they are asked about next. */
    waiting: sparse(z.array(z.string()), []),
    /** The conversation at the external bot, with what its adapter has to remember. */
    session: z
      .object({ id: z.string(), startedAt: instantSchema.nullable(), state: sparse(z.string(), '') })
      .nullable()
      .default(null),
  }),
  z.object({
    kind: z.literal('assistant'),
    ...awaits,
    promptId: idSchema,
    /** Messages that the customer wrote while an answer is awaited; they are asked about next. */
    waiting: sparse(z.array(z.string()), []),
    /** Whether the customer was told that a machine answers. */
    isDisclosed: sparse(z.boolean(), false),
  }),
]);
export type Automation = z.infer<typeof automationSchema>;
export type AutomationKind = Automation['kind'];
export type AutomationOf<K extends AutomationKind> = Extract<Automation, { kind: K }>;
