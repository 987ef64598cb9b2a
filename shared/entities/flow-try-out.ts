import * as z from 'zod';
import { FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';
import { idSchema, textSchema } from './common.ts';

/** Where a tried out conversation is in a flow. The caller keeps it from one step to the next. */
export const flowStateSchema = z.object({
  nodeId: z.string().max(64),
  element: z.int().nonnegative().max(1_000),
  variables: z.record(z.string().max(50), z.string().max(500)),
  waitsFor: z.enum(['answer', 'time']),
  prompts: z.int().nonnegative().max(1_000),
  passed: z.int().nonnegative().max(1_000),
});

/** What happens next in a tried out conversation: it begins, the customer writes, or a pause ends. */
export const flowTryOutInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  z.object({ kind: z.literal('says'), text: textSchema().max(FLOW_TEXT_MAX_CHARS) }),
  z.object({ kind: z.literal('time') }),
]);
export type FlowTryOutInput = z.infer<typeof flowTryOutInputSchema>;

/** Why a flow no longer leads the customer, as the runtime ends it. */
export const FLOW_ENDS = [
  'finished',
  'queue',
  'integration',
  'assistant',
  'no-answer',
  'cycle',
  'budget',
] as const;

/** A step of a tried out conversation. */
export const flowTryOutStepSchema = z.object({
  messages: z.array(
    z.object({
      kind: z.enum(['text', 'image', 'audio', 'video']),
      /** '' for a file. */
      text: z.string(),
      /** The name of the file in the nodes; '' for a text. */
      file: z.string(),
      isVoice: z.boolean(),
    }),
  ),
  /** Null if the flow is over. */
  state: flowStateSchema.nullable(),
  /** Seconds until it continues by itself; null if it waits for an answer, or is over. */
  pauseS: z.number().nullable(),
  end: z.object({ why: z.enum(FLOW_ENDS), queueId: idSchema.nullable() }).nullable(),
  /** The nodes that the step came to, and the connections that it followed, in order. */
  nodes: z.array(z.string()),
  connections: z.array(z.string()),
});
export type FlowTryOutStep = z.infer<typeof flowTryOutStepSchema>;
