import * as z from 'zod';
import { idSchema, instantSchema, nameSchema } from '../entities/common.ts';
import { flowConnectionSchema, flowGraphSchema, flowNodeSchema } from '../entities/flow.ts';
import { flowStateSchema, flowTryOutInputSchema, flowTryOutStepSchema } from '../entities/flow-try-out.ts';
import {
  FLOW_CONNECTIONS_MAX,
  FLOW_FIGURES_DAYS_MAX,
  FLOW_FILES_PER_FORM,
  FLOW_NODES_MAX,
  FLOW_VERSIONS_MAX,
  FLOWS_MAX,
} from '../rules/flow-limits.ts';
import {
  booleanInput,
  idInput,
  idParams,
  messageResponse,
  orAbsent,
  orDefault,
  pageQuery,
  searchInput,
} from './fields.ts';
import { route } from './route.ts';

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
/** A flow in events. `version` orders them; it is not that of the draft. */
export const flowRecordSchema = flowViewSchema.extend({ version: z.int() });
export type FlowRecord = z.infer<typeof flowRecordSchema>;

/** A file that nodes of a flow name. */
export const flowFileViewSchema = z.object({
  /** The name in the nodes. */
  name: z.string(),
  /** Link to the file, valid for a few minutes. */
  path: z.string(),
  mediaType: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type FlowFileView = z.infer<typeof flowFileViewSchema>;

/** A flow with the graph of its draft. `version` guards against saving over another user's change. */
export const flowWithGraphSchema = flowViewSchema.extend({
  flow: flowGraphSchema,
  files: z.array(flowFileViewSchema),
  version: z.int(),
});
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
    'no-integration',
    'no-assistant',
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
  idFlow: idInput,
  nodes: z.array(flowNodeSchema).max(FLOW_NODES_MAX),
  connections: z.array(flowConnectionSchema).max(FLOW_CONNECTIONS_MAX),
  /** Whether conversations that begin from now on follow it. Otherwise only the draft is stored. */
  publish: orDefault(booleanInput, true),
  /** The version that was read; without it another user's change is overwritten. */
  version: orAbsent(z.int().positive()),
});

/** How often conversations came through a node or a connection. */
const countSchema = z.object({ id: z.string(), count: z.int() });
export const flowFiguresViewSchema = z.object({
  nodes: z.array(countSchema),
  connections: z.array(countSchema),
  /** Conversations that ended while they waited at a node. */
  left: z.array(countSchema),
});
export type FlowFiguresView = z.infer<typeof flowFiguresViewSchema>;

const common = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;
const admin = { permission: 'admin', ...common } as const;

/** Fields that older clients send, once or for each file, and nothing reads. */
const unread = orAbsent(
  z.union([z.string().max(500), z.array(z.string().max(500)).max(FLOW_FILES_PER_FORM + 1)]),
);
const uploadBody = z.object({
  /** The file's name again. */
  body: unread,
  fromMe: unread,
  /** A key from `POST /media/uploads`, instead of files in the form: for large files. */
  mediaKey: z.string().max(300).optional(),
});
const UPLOAD_ERRORS = [
  'ERR_MEDIA_EMPTY',
  'ERR_MEDIA_MISSING',
  'ERR_MEDIA_TYPE',
  'ERR_FILESIZE_OVER_LIMIT',
  'ERR_PAYLOAD_TOO_LARGE',
  'ERR_VALIDATION',
  'ERR_NO_PERMISSION',
] as const;

const KEPT = 'A file that no flow uses is removed after a day';

export const flowRoutes = {
  list: route({
    id: 'flows.list',
    method: 'GET',
    path: '/flowbuilder',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput }),
    response: z.object({
      flows: z.array(flowViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'authenticated',
    ...common,
    summary: 'The flows, the newest first, searched by name',
  }),
  get: route({
    id: 'flows.get',
    method: 'GET',
    path: '/flowbuilder/{id}',
    params: idParams,
    response: z.object({ flow: flowViewSchema }),
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...common,
    summary: 'A flow without its graph',
  }),
  getGraph: route({
    id: 'flows.getGraph',
    method: 'GET',
    path: '/flowbuilder/flow/{id}',
    params: idParams,
    // The family's shape: the graph is `flow.flow`.
    response: z.object({ flow: flowWithGraphSchema }),
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary: 'A flow with the graph of its draft, and fresh links to its files',
  }),
  create: route({
    id: 'flows.create',
    method: 'POST',
    path: '/flowbuilder',
    body: z.object({ name: flowNameInput }),
    response: flowViewSchema,
    status: 201,
    errors: ['ERR_FLOW_NAME_EXISTS', 'ERR_FLOW_LIMIT', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...admin,
    summary: `Adds a flow with a start, one of at most ${FLOWS_MAX}`,
  }),
  update: route({
    id: 'flows.update',
    method: 'PUT',
    path: '/flowbuilder',
    body: z.object({
      flowId: idInput,
      name: flowNameInput,
      /** Whether conversations may begin with it. */
      active: orAbsent(booleanInput),
    }),
    response: flowViewSchema,
    errors: [
      'ERR_NO_FLOW_FOUND',
      'ERR_FLOW_NAME_EXISTS',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...admin,
    summary: 'Renames a flow, or switches it on or off',
  }),
  remove: route({
    id: 'flows.remove',
    method: 'DELETE',
    path: '/flowbuilder/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_FLOW_IN_USE', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...admin,
    summary: 'Removes a flow that nothing starts, with its versions and the files that no other flow uses',
  }),
  duplicate: route({
    id: 'flows.duplicate',
    method: 'POST',
    path: '/flowbuilder/duplicate',
    body: z.object({ flowId: idInput }),
    response: flowViewSchema,
    status: 201,
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_FLOW_LIMIT', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...admin,
    summary: 'Adds a copy of a flow’s draft, which is not published',
  }),
  save: route({
    id: 'flows.save',
    method: 'POST',
    path: '/flowbuilder/flow',
    body: saveFlowInput,
    response: z.object({ flow: flowViewSchema.extend({ version: z.int() }) }),
    errors: [
      'ERR_NO_FLOW_FOUND',
      'ERR_FLOW_INVALID',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...admin,
    summary: `Stores a flow’s draft, and publishes it if asked: not with problems, which \`details\` lists; then nothing is stored. Of its versions ${FLOW_VERSIONS_MAX} are kept`,
  }),
  uploadContent: route({
    id: 'flows.uploadContent',
    method: 'POST',
    path: '/flowbuilder/content',
    body: uploadBody,
    multipart: 'medias',
    response: z.array(z.string()),
    errors: UPLOAD_ERRORS,
    ...admin,
    summary: `Stores pictures, sounds and videos for flows: up to ${FLOW_FILES_PER_FORM} in a form, or one that was uploaded before. Returns their names. ${KEPT}`,
  }),
  uploadAudio: route({
    id: 'flows.uploadAudio',
    method: 'POST',
    path: '/flowbuilder/audio',
    body: uploadBody,
    multipart: 'medias',
    response: z.object({ name: z.string() }),
    errors: UPLOAD_ERRORS,
    ...admin,
    summary: `Stores a sound for flows. ${KEPT}`,
  }),
  uploadImage: route({
    id: 'flows.uploadImage',
    method: 'POST',
    path: '/flowbuilder/img',
    body: uploadBody,
    multipart: 'medias',
    response: z.object({ name: z.string() }),
    errors: UPLOAD_ERRORS,
    ...admin,
    summary: `Stores a picture for flows. ${KEPT}`,
  }),
  tryOut: route({
    id: 'flows.tryOut',
    method: 'POST',
    path: '/flowbuilder/{id}/try-out',
    params: idParams,
    body: z.object({
      /** The graph as the editor shows it; without it the stored draft is tried out. */
      graph: orAbsent(flowGraphSchema),
      /** Where the step before stopped; null for the start. */
      state: flowStateSchema.nullable().default(null),
      input: flowTryOutInputSchema,
    }),
    response: flowTryOutStepSchema,
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_FLOW_INVALID', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary:
      'Plays one step of a flow against a made-up customer, through the interpreter that answers customers. Nothing is sent or stored',
  }),
  figures: route({
    id: 'flows.figures',
    method: 'GET',
    path: '/flowbuilder/{id}/figures',
    params: idParams,
    query: z.strictObject({ dateStart: z.iso.date(), dateEnd: z.iso.date() }),
    response: flowFiguresViewSchema,
    errors: ['ERR_NO_FLOW_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary: `How often conversations came through each node and connection, and where they ended, on up to ${FLOW_FIGURES_DAYS_MAX} UTC days`,
  }),
} as const;
