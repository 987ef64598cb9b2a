import * as z from 'zod';
import { idSchema, instantSchema, nameSchema } from '../entities/common.ts';
import { flowConnectionSchema, flowGraphSchema, flowNodeSchema } from '../entities/flow.ts';
import { FLOW_CONNECTIONS_MAX, FLOW_NODES_MAX } from '../rules/flow-limits.ts';

export const FLOW_NAME_CHARS = { min: 2, max: 50 } as const;
export const flowNameInput = nameSchema(FLOW_NAME_CHARS.min, FLOW_NAME_CHARS.max);

/** A flow as the list shows it. */
export const flowViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  companyId: idSchema,
  userId: idSchema,
  /** The number of the newest published version; 0 if none. */
  published: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type FlowView = z.infer<typeof flowViewSchema>;

/** A flow with the graph of its draft. `version` guards against saving over another user's change. */
export const flowWithGraphSchema = flowViewSchema.extend({ flow: flowGraphSchema, version: z.int() });
export type FlowWithGraph = z.infer<typeof flowWithGraphSchema>;

/** Why a flow cannot be published, at a node or a connection. */
export const flowProblemSchema = z.object({
  code: z.enum([
    'no-start',
    'unreachable',
    'no-connection',
    'empty-text',
    'no-options',
    'no-file',
    'no-queue',
    'no-key',
    'bad-interval',
    'bad-percent',
    'endless-loop',
    'dangling',
  ]),
  nodeId: z.string().nullable(),
  connectionId: z.string().nullable(),
});
export type FlowProblem = z.infer<typeof flowProblemSchema>;

/** The body of saving a flow. */
export const saveFlowInput = z.object({
  idFlow: idSchema,
  nodes: z.array(flowNodeSchema).max(FLOW_NODES_MAX),
  connections: z.array(flowConnectionSchema).max(FLOW_CONNECTIONS_MAX),
  /** Whether conversations that begin from now on follow it. Otherwise only the draft is stored. */
  publish: z.boolean().default(true),
  /** The version that was read; without it another user's change is overwritten. */
  version: z.int().positive().optional(),
});
