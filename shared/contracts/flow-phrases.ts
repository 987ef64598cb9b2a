import * as z from 'zod';
import { idSchema, instantSchema, nameSchema } from '../entities/common.ts';
import { PHRASE_MATCHES } from '../entities/flow.ts';
import { FLOW_PHRASE_CHARS, FLOW_PHRASES_MAX } from '../rules/flow-limits.ts';
import { booleanInput, idInput, idOrNone, idParams, messageResponse, orDefault } from './fields.ts';
import { FLOW_NAME_CHARS } from './flows.ts';
import { route } from './route.ts';

const namedSchema = z.object({ id: idSchema, name: z.string() });

export const flowPhraseViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  flowId: idSchema,
  flow: namedSchema.nullable(),
  /** Null: over every connection. */
  whatsappId: idSchema.nullable(),
  whatsapp: namedSchema.nullable(),
  phrase: z.string(),
  match: z.enum(PHRASE_MATCHES),
  /** Whether it is in force. */
  status: z.boolean(),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type FlowPhraseView = z.infer<typeof flowPhraseViewSchema>;
/** A phrase in events: without the names of flow and connection, which change apart from it. */
export const flowPhraseRecordSchema = flowPhraseViewSchema.omit({ flow: true, whatsapp: true });
export type FlowPhraseRecord = z.infer<typeof flowPhraseRecordSchema>;

const writable = {
  name: nameSchema(FLOW_NAME_CHARS.min, FLOW_NAME_CHARS.max),
  flowId: idInput,
  whatsappId: idOrNone.default(null),
  phrase: nameSchema(FLOW_PHRASE_CHARS.min, FLOW_PHRASE_CHARS.max),
  match: orDefault(z.enum(PHRASE_MATCHES), 'contains'),
  status: orDefault(booleanInput, true),
};

const company = {
  permission: 'admin',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const flowPhraseRoutes = {
  listPhrases: route({
    id: 'flowPhrases.list',
    method: 'GET',
    path: '/flowcampaign',
    // The family's name of the list.
    response: z.object({ flow: z.array(flowPhraseViewSchema) }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: `The phrases that start flows, at most ${FLOW_PHRASES_MAX}, the newest first`,
  }),
  getPhrase: route({
    id: 'flowPhrases.get',
    method: 'GET',
    path: '/flowcampaign/{id}',
    params: idParams,
    response: z.object({ details: flowPhraseViewSchema }),
    errors: ['ERR_NO_FLOW_PHRASE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A phrase that starts a flow',
  }),
  createPhrase: route({
    id: 'flowPhrases.create',
    method: 'POST',
    path: '/flowcampaign',
    body: z.object(writable),
    response: flowPhraseViewSchema,
    status: 201,
    errors: [
      'ERR_NO_FLOW_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_FLOW_PHRASE_LIMIT',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: `Adds a phrase that starts a flow, one of at most ${FLOW_PHRASES_MAX}`,
  }),
  updatePhrase: route({
    id: 'flowPhrases.update',
    method: 'PUT',
    path: '/flowcampaign',
    body: z.object({ id: idInput, ...writable }),
    response: flowPhraseViewSchema,
    errors: [
      'ERR_NO_FLOW_PHRASE_FOUND',
      'ERR_NO_FLOW_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Changes a phrase that starts a flow',
  }),
  removePhrase: route({
    id: 'flowPhrases.remove',
    method: 'DELETE',
    path: '/flowcampaign/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_FLOW_PHRASE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Removes a phrase that starts a flow',
  }),
} as const;
