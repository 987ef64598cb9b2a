import * as z from 'zod';
import { audioDataSchema } from '../flow-nodes/audio.ts';
import { conditionDataSchema } from '../flow-nodes/condition.ts';
import { contentDataSchema } from '../flow-nodes/content.ts';
import { imageDataSchema } from '../flow-nodes/image.ts';
import { intervalDataSchema } from '../flow-nodes/interval.ts';
import { menuDataSchema } from '../flow-nodes/menu.ts';
import { messageDataSchema } from '../flow-nodes/message.ts';
import { openaiDataSchema } from '../flow-nodes/openai.ts';
import { questionDataSchema } from '../flow-nodes/question.ts';
import { randomizerDataSchema } from '../flow-nodes/randomizer.ts';
import { startDataSchema } from '../flow-nodes/start.ts';
import { ticketDataSchema } from '../flow-nodes/ticket.ts';
import { typebotDataSchema } from '../flow-nodes/typebot.ts';
import { videoDataSchema } from '../flow-nodes/video.ts';
import { FLOW_CONNECTIONS_MAX, FLOW_NODES_MAX } from '../rules/flow-limits.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** A coordinate on the canvas, in pixels. */
const placeSchema = z.number().min(-1_000_000).max(1_000_000);
const placed = {
  id: z.string().min(1).max(64),
  position: z.object({ x: placeSchema, y: placeSchema }),
};

/** The data of each type of node, in the specification's own names. */
export const FLOW_NODE_DATA = {
  start: startDataSchema,
  message: messageDataSchema,
  singleBlock: contentDataSchema,
  menu: menuDataSchema,
  interval: intervalDataSchema,
  img: imageDataSchema,
  audio: audioDataSchema,
  video: videoDataSchema,
  randomizer: randomizerDataSchema,
  condition: conditionDataSchema,
  question: questionDataSchema,
  ticket: ticketDataSchema,
  typebot: typebotDataSchema,
  openai: openaiDataSchema,
} as const;
export type FlowNodeType = keyof typeof FLOW_NODE_DATA;

/** A step of a flow. */
export const flowNodeSchema = z.discriminatedUnion('type', [
  z.object({ ...placed, type: z.literal('start'), data: startDataSchema }),
  z.object({ ...placed, type: z.literal('message'), data: messageDataSchema }),
  z.object({ ...placed, type: z.literal('singleBlock'), data: contentDataSchema }),
  z.object({ ...placed, type: z.literal('menu'), data: menuDataSchema }),
  z.object({ ...placed, type: z.literal('interval'), data: intervalDataSchema }),
  z.object({ ...placed, type: z.literal('img'), data: imageDataSchema }),
  z.object({ ...placed, type: z.literal('audio'), data: audioDataSchema }),
  z.object({ ...placed, type: z.literal('video'), data: videoDataSchema }),
  z.object({ ...placed, type: z.literal('randomizer'), data: randomizerDataSchema }),
  z.object({ ...placed, type: z.literal('condition'), data: conditionDataSchema }),
  z.object({ ...placed, type: z.literal('question'), data: questionDataSchema }),
  z.object({ ...placed, type: z.literal('ticket'), data: ticketDataSchema }),
  z.object({ ...placed, type: z.literal('typebot'), data: typebotDataSchema }),
  z.object({ ...placed, type: z.literal('openai'), data: openaiDataSchema }),
]);
export type FlowNode = z.infer<typeof flowNodeSchema>;
export type FlowNodeOf<T extends FlowNodeType> = Extract<FlowNode, { type: T }>;

/** Leads from a handle of one node to another node. */
export const flowConnectionSchema = z.object({
  id: z.string().min(1).max(200),
  source: z.string().min(1).max(64),
  /** `a` by default; `b` for the second branch; `a1`, `a2` … for the options of a menu, `default` for no option. */
  sourceHandle: z.string().max(64).nullable().default('a'),
  target: z.string().min(1).max(64),
  targetHandle: z.string().max(64).nullable().default(null),
});
export type FlowConnection = z.infer<typeof flowConnectionSchema>;

export const flowGraphSchema = z.object({
  nodes: z.array(flowNodeSchema).max(FLOW_NODES_MAX),
  connections: z.array(flowConnectionSchema).max(FLOW_CONNECTIONS_MAX),
});
export type FlowGraph = z.infer<typeof flowGraphSchema>;

/** A conversation flow. Its graph is in rows of its own: the draft that the editor shows, and what was published. */
export const flowSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  active: z.boolean().default(true),
  /** The number of the newest published version; 0 before the first, when the flow cannot run. */
  published: sparse(z.int().nonnegative(), 0),
  createdById: idSchema,
});
export type Flow = z.infer<typeof flowSchema>;

/** The graph that the editor shows and saves. */
export const flowDraftSchema = z.object({ companyId: idSchema, flowId: idSchema, ...flowGraphSchema.shape });

/** A stored file, as a message that sends it needs it. */
export const flowMediaSchema = z.object({
  key: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type FlowMedia = z.infer<typeof flowMediaSchema>;

/** A published graph. It never changes: conversations stay on the version that they began with. */
export const flowVersionSchema = z.object({
  companyId: idSchema,
  flowId: idSchema,
  number: z.int().positive(),
  ...flowGraphSchema.shape,
  /** The files that its nodes name. */
  files: z.record(z.string(), flowMediaSchema).default({}),
  /** When a newer version replaced it; null for the newest. */
  replacedAt: instantSchema.nullable().default(null),
});
export type FlowVersion = z.infer<typeof flowVersionSchema>;

/** A file that was uploaded for flows (`flowId` 0), or its use by a flow. It is removed when no flow uses it. */
export const flowFileRowSchema = z.object({
  companyId: idSchema,
  /** The file's name in the nodes. */
  name: z.string(),
  flowId: z.int().nonnegative(),
  ...flowMediaSchema.shape,
});
export type FlowFileRow = z.infer<typeof flowFileRowSchema>;

/**
 * How often conversations came through nodes and connections of a flow on a UTC day, in steps that began at the node
 * `from`. Each count is an attribute of its own, so that it can be increased without reading it: `n:<node id>`,
 * `c:<connection id>`, and `l:<node id>` for conversations that ended there without an answer.
 */
export const flowFiguresSchema = z
  .object({
    companyId: idSchema,
    flowId: idSchema,
    /** `2026-11-26`. */
    day: z.string(),
    from: z.string(),
  })
  .catchall(z.union([z.number(), z.string()]));

export const PHRASE_MATCHES = ['contains', 'exact'] as const;

/** Starts a flow when a customer's message contains, or is, a phrase. Case and accents do not count. */
export const flowPhraseSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  flowId: idSchema,
  /** Null: over every connection. */
  connectionId: idSchema.nullable().default(null),
  phrase: z.string(),
  match: z.enum(PHRASE_MATCHES).default('contains'),
  /** Whether it is in force. */
  status: z.boolean().default(true),
});
export type FlowPhrase = z.infer<typeof flowPhraseSchema>;
