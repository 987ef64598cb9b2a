import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

export const TEMPLATE_CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** Statuses of the provider; only an approved template can be sent. A status that we do not know is `OTHER`. */
export const TEMPLATE_STATUSES = [
  'APPROVED',
  'PENDING',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'LIMIT_EXCEEDED',
  'ARCHIVED',
  'PENDING_DELETION',
  'OTHER',
] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];
export const TEMPLATE_QUALITIES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;

export const TEMPLATE_FILE_KINDS = ['image', 'video', 'document'] as const;
export type TemplateFileKind = (typeof TEMPLATE_FILE_KINDS)[number];

/** What stands above the text. Its file is chosen with each message. */
export const templateHeaderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** With one variable at most. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  ...TEMPLATE_FILE_KINDS.map((kind) => z.object({ kind: z.literal(kind) })),
  z.object({ kind: z.literal('location') }),
]);
export type TemplateHeader = z.infer<typeof templateHeaderSchema>;

export const templateButtonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: z.string() }),
  /** An address that may end in one variable. */
  z.object({ kind: z.literal('url'), text: z.string(), url: z.string() }),
  z.object({ kind: z.literal('call'), text: z.string(), number: z.string() }),
  /** Copies a code that is chosen with each message. */
  z.object({ kind: z.literal('copy'), text: z.string() }),
]);
export type TemplateButton = z.infer<typeof templateButtonSchema>;

/** The parts of a template. Variables are written `{{1}}` or `{{name}}`, all of one kind. */
export const templatePartsSchema = z.object({
  header: templateHeaderSchema,
  body: z.string(),
  footer: sparse(z.string(), ''),
  buttons: sparse(z.array(templateButtonSchema), []),
});
export type TemplateParts = z.infer<typeof templatePartsSchema>;

/** Examples of the variables, which the provider's reviewers read, by the place and the name of the variable. */
export const templateExamplesSchema = z.object({
  header: sparse(z.string(), ''),
  body: sparse(z.record(z.string(), z.string()), {}),
  /** By the button's index. */
  buttons: sparse(z.record(z.string(), z.string()), {}),
});
export type TemplateExamples = z.infer<typeof templateExamplesSchema>;

/** The parts of a template's state that the provider's webhooks report, each in updates of its own. */
export const TEMPLATE_NEWS = ['status', 'quality', 'category'] as const;

/** A message template of an account's business, as the provider last described it. */
export const messageTemplateSchema = templatePartsSchema.extend({
  companyId: idSchema,
  /** The provider's id of the business, to which the templates of all its numbers belong. */
  businessId: z.string(),
  /** The provider's id of the template. */
  id: z.string(),
  name: z.string(),
  /** As the provider writes it: `pt_BR`. */
  language: z.string(),
  category: z.enum(TEMPLATE_CATEGORIES),
  status: z.enum(TEMPLATE_STATUSES),
  quality: sparse(z.enum(TEMPLATE_QUALITIES), 'UNKNOWN'),
  /** Why it was rejected, in the provider's words: `INVALID_FORMAT`; '' if it was not. */
  rejectedReason: sparse(z.string(), ''),
  examples: templateExamplesSchema,
  /** Whether it has only parts that we can fill. */
  isSendable: sparse(z.boolean(), true),
  changedAt: instantSchema,
  /** When the provider's last update of each kind was made, so that an older one that arrives late is ignored. */
  newsAt: sparse(z.partialRecord(z.enum(TEMPLATE_NEWS), instantSchema), {}),
});
export type MessageTemplate = z.infer<typeof messageTemplateSchema>;

/** When the templates of a business were last read from the provider. */
export const templateSyncSchema = z.object({
  companyId: idSchema,
  businessId: z.string(),
  syncedAt: instantSchema,
});
