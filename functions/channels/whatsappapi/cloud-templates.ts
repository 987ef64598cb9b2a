import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_QUALITIES,
  TEMPLATE_STATUSES,
} from '@prosa/shared/entities/message-template.ts';
import * as z from 'zod';
import type { ProviderTemplate, TemplateDriver } from '../driver.ts';
import { graph } from '../meta/graph-client.ts';
import { lenient } from '../meta/lenient-fields.ts';
import { readAllPages } from '../meta/read-all-pages.ts';
import { componentsFor, componentsSchema, isNamed, partsFrom } from './template-components.ts';
import { uploadSample } from './template-sample.ts';

/** Pages of a hundred templates: Meta allows a verified business 6,000. */
const PAGES_MAX = 60;
const FIELDS = 'id,name,language,status,category,quality_score,rejected_reason,components';

export const statusSchema = z.enum(TEMPLATE_STATUSES).catch('OTHER');
export const qualitySchema = z.enum(TEMPLATE_QUALITIES).catch('UNKNOWN');
/** Categories of earlier years are read as the one of service messages. */
export const categorySchema = z.enum(TEMPLATE_CATEGORIES).catch('UTILITY');
/** A reason for a rejection; Meta writes `NONE` for a template that was not rejected. */
export const rejectionSchema = z
  .string()
  .max(100)
  .transform((reason) => (reason === 'NONE' ? '' : reason))
  .catch('');

const templateSchema = z.object({
  id: z.string().min(1).max(40),
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  status: statusSchema,
  category: categorySchema,
  quality_score: lenient(z.object({ score: qualitySchema })),
  rejected_reason: rejectionSchema,
  components: componentsSchema.catch([]),
});

const templateFrom = (raw: unknown): ProviderTemplate[] => {
  const parsed = templateSchema.safeParse(raw);
  // Without an id or a name it could be neither shown nor sent.
  if (!parsed.success) return [];
  const { components, quality_score: quality, rejected_reason: rejectedReason, ...known } = parsed.data;
  const { parts, examples, isSendable } = partsFrom(components);
  return [{ ...known, ...parts, quality: quality?.score ?? 'UNKNOWN', rejectedReason, examples, isSendable }];
};

const createdSchema = z.object({
  id: z.string().min(1).max(40),
  status: statusSchema,
  category: categorySchema,
});
const doneSchema = z.object({ success: z.literal(true) });

/** Message templates of a WhatsApp Business account. */
export const cloudTemplates: TemplateDriver = {
  list: async ({ businessId, accessToken: token }) => {
    const call = { path: `${businessId}/message_templates`, query: { fields: FIELDS }, token };
    return (await readAllPages(call, z.unknown(), PAGES_MAX)).flatMap(templateFrom);
  },

  create: async (account, { name, language, category, examples, ...parts }, sample) => {
    const { businessId, accessToken: token } = account;
    const handle = await uploadSample(account, sample);
    const json = {
      name,
      language,
      category,
      ...(isNamed(parts) ? { parameter_format: 'NAMED' } : {}),
      components: componentsFor(parts, examples, handle),
    };
    return graph({ path: `${businessId}/message_templates`, json, token }, createdSchema);
  },

  edit: async (account, id, { category, examples, ...parts }, sample) => {
    const { accessToken: token } = account;
    const handle = await uploadSample(account, sample);
    const json = { category, components: componentsFor(parts, examples, handle) };
    await graph({ path: id, json, token }, doneSchema);
  },

  remove: async ({ businessId, accessToken: token }, { name, id }) => {
    const query = { name, ...(id === undefined ? {} : { hsm_id: id }) };
    await graph({ method: 'DELETE', path: `${businessId}/message_templates`, query, token }, doneSchema);
  },
};
