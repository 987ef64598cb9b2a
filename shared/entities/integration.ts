import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { serviceCallSchema, serviceHealthSchema } from './service-call.ts';
import { sparse } from './sparse.ts';

/** The external services that can lead a conversation; `flowbuilder` begins a flow of the company instead. */
export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder'] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];
/** Languages of Dialogflow agents. */
export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const;

/** A secret of the company, encrypted, and what identifies it to its administrators. */
const sealed = z.object({ sealed: z.string(), hint: z.string() }).nullable();

/** An external service that answers customers: over the queues, options and connections that name it. */
export const integrationSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  type: z.enum(INTEGRATION_TYPES),
  /** n8n and webhook: the whole address. Typebot: the origin of its viewer, without a path. '' for the others. */
  urlN8N: sparse(z.string(), ''),
  /** n8n and webhook: the secret that signs the calls; null without one. The hint: its last four characters. */
  signingSecret: sparse(sealed, null),
  /** Dialogflow: the id of the Google Cloud project. */
  projectName: sparse(z.string(), ''),
  /** Dialogflow: the key file of its service account. The hint: the account's e-mail. */
  credentials: sparse(sealed, null),
  language: sparse(z.enum(INTEGRATION_LANGUAGES), 'pt-BR'),
  typebotSlug: sparse(z.string(), ''),
  /** Minutes without an answer of the customer after which Typebot begins anew; 0: never. */
  typebotExpires: sparse(z.int().nonnegative(), 1),
  /** Pause before each message of Typebot, in milliseconds. */
  typebotDelayMessage: sparse(z.int().nonnegative(), 1000),
  /** A word with which the customer ends the conversation; '' without one. */
  typebotKeywordFinish: sparse(z.string(), ''),
  /** A word with which the customer begins Typebot anew; '' without one. */
  typebotKeywordRestart: sparse(z.string(), ''),
  typebotRestartMessage: sparse(z.string(), ''),
  /** Replaces Typebot's own text after an answer that does not fit; '' keeps it. */
  typebotUnknownMessage: sparse(z.string(), ''),
  /** Flowbuilder: the flow that begins. */
  flowId: sparse(idSchema.nullable(), null),
  createdAt: instantSchema,
});
export type Integration = z.infer<typeof integrationSchema>;

/** What other rows that name an integration, and flows that it begins, are checked by. */
export const directoryIntegrationSchema = integrationSchema.pick({
  companyId: true,
  id: true,
  name: true,
  type: true,
  flowId: true,
});

/** A call of an integration, for its log. */
export const integrationCallSchema = serviceCallSchema.extend({
  integrationId: idSchema,
  /** The body of the request, cut if it is longer than 100,000 characters. */
  request: z.string(),
});
export type IntegrationCall = z.infer<typeof integrationCallSchema>;

/** How the host of an integration answers. */
export const integrationHealthSchema = serviceHealthSchema.extend({ integrationId: idSchema });
export type IntegrationHealth = z.infer<typeof integrationHealthSchema>;
