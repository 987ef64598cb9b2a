import * as z from 'zod';
import type { TemplateNews } from '../driver.ts';
import { metaId } from '../meta/lenient-fields.ts';
import { type MetaUpdate, problem } from '../meta/meta-update.ts';
import { categorySchema, qualitySchema, rejectionSchema, statusSchema } from './cloud-templates.ts';

/** A sort key of the table has 1,024 bytes; Meta's names are 512 ASCII characters at most. */
const NAME_BYTES = 900;

const templateSchema = z.object({
  /** A number, which loses digits in JavaScript if it is longer than 16; so the name identifies the template. */
  message_template_id: z.coerce.number(),
  message_template_name: z
    .string()
    .min(1)
    .max(512)
    .refine((name) => Buffer.byteLength(name) <= NAME_BYTES),
  message_template_language: z.string().min(2).max(20),
});

const statusNews = z
  .object({ event: z.string().transform((event) => statusSchema.parse(event)), reason: rejectionSchema })
  .transform(
    ({ event: status, reason }): TemplateNews => ({
      kind: 'status',
      status,
      rejectedReason: status === 'REJECTED' ? reason : '',
    }),
  );
const qualityNews = z
  .object({ new_quality_score: z.string().transform((score) => qualitySchema.parse(score)) })
  .transform(({ new_quality_score: quality }): TemplateNews => ({ kind: 'quality', quality }));
const categoryNews = z
  // Absent while Meta only announces the change.
  .object({ new_category: z.string().optional() })
  .transform(({ new_category: category }): TemplateNews | undefined =>
    category === undefined ? undefined : { kind: 'category', category: categorySchema.parse(category) },
  );
const partsNews = z.unknown().transform((): TemplateNews => ({ kind: 'parts' }));

/** Schemas of the fields that tell of templates. */
const FIELDS: ReadonlyMap<string, z.ZodType<TemplateNews | undefined>> = new Map<
  string,
  z.ZodType<TemplateNews | undefined>
>([
  ['message_template_status_update', statusNews],
  ['message_template_quality_update', qualityNews],
  ['template_category_update', categoryNews],
  ['message_template_components_update', partsNews],
]);

/**
 * Returns the update in a change that tells of a template; undefined for every other change.
 * @param entry the business and the time (epoch milliseconds) of the delivery's entry
 */
export const templateUpdates = (
  change: { field: string; value?: unknown },
  { businessId, sentAt }: { businessId: string; sentAt: number },
): MetaUpdate[] | undefined => {
  const { field, value } = change;
  const schema = FIELDS.get(field);
  if (schema === undefined) return undefined;
  const named = templateSchema.safeParse(value);
  const news = schema.safeParse(value);
  if (!named.success || !news.success || !metaId.safeParse(businessId).success)
    return [problem('malformed change', change)];
  if (news.data === undefined) return [{ kind: 'ignored', what: `field ${field}` }];
  const template = {
    id: named.data.message_template_id,
    name: named.data.message_template_name,
    language: named.data.message_template_language,
  };
  const business = { channel: 'whatsappapi', businessId } as const;
  return [{ kind: 'template', business, template, sentAt, news: news.data }];
};
