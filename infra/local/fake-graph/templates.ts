import { randomInt } from 'node:crypto';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { WABA } from './accounts.ts';
import { FIRST_TEMPLATES } from './first-templates.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';
import {
  CATEGORIES,
  componentsSchema,
  exampleProblem,
  newTemplateSchema,
  type Template,
  type TemplateStatus,
  templateSchema,
} from './template-schemas.ts';
import type { Update } from './webhook-body.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time for which the name of a deleted approved template cannot be used (Meta's limit). */
const NAME_BLOCKED_MS = 30 * DAY_MS;
/** Edits of an approved template in 30 days (Meta's limit); one a day. */
const EDITS_MAX = 10;
/** Templates of an account that is not verified (Meta's limit). */
const TEMPLATES_MAX = 250;
/** A name with this word is rejected, so that a rejection can be tried. */
const REJECTED_NAME = 'rejected';

const editSchema = z.object({
  category: z.enum(CATEGORIES).optional(),
  components: componentsSchema.optional(),
  message_send_ttl_seconds: z.coerce.number().int().optional(),
});

interface Surroundings {
  now: () => number;
  /** Time that a new or edited template waits for its approval. */
  reviewMs: number;
  /** Returns the type of an uploaded file by its handle; undefined for a handle that is unknown or has expired. */
  typeOf: (handle: string) => string | undefined;
  tell: (update: Update) => void;
}

const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GraphRefused(100, { details: `Invalid parameter ${issue?.path.join('.')}: ${issue?.message}` });
};

/** The message templates of the WhatsApp Business account. */
export class Templates {
  private readonly shelf: Shelf<typeof templateSchema>;
  private readonly blocked: Shelf<z.ZodNumber>;
  private readonly around: Surroundings;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(journal: Journal, around: Surroundings) {
    this.around = around;
    this.shelf = new Shelf(journal, 'template', templateSchema);
    this.blocked = new Shelf(journal, 'blocked-name', z.number());
    if (this.shelf.all().length === 0)
      for (const template of FIRST_TEMPLATES) this.shelf.set(template.id, template);
    for (const template of this.shelf.all()) if (template.status === 'PENDING') this.review(template.id);
  }

  all(): Template[] {
    return this.shelf.all();
  }

  get(id: string): Template | undefined {
    return this.shelf.get(id);
  }

  /** @throws GraphRefused 100, with 2388024 for a name and language that exist */
  create(params: Readonly<Record<string, unknown>>) {
    const wanted = parse(newTemplateSchema, params);
    const { name, language, category } = wanted;
    if (this.all().some((one) => one.name === name && one.language === language))
      throw new GraphRefused(100, { subcode: 2388024, details: 'Content in this language already exists' });
    if ((this.blocked.get(name) ?? 0) > this.around.now())
      throw new GraphRefused(100, { details: 'The name was deleted in the last 30 days' });
    if (this.all().length >= TEMPLATES_MAX)
      throw new GraphRefused(100, { details: 'The account has the maximum of templates' });
    const problem = exampleProblem(wanted, this.around.typeOf);
    if (problem !== undefined) throw new GraphRefused(100, { details: problem });
    const id = String(randomInt(10 ** 14, 2 * 10 ** 14));
    this.shelf.set(id, {
      ...wanted,
      id,
      parameter_format: wanted.parameter_format.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL',
      status: 'PENDING',
      rejected_reason: 'NONE',
      editedAtMs: [],
      isApprovedOnce: false,
    });
    this.review(id);
    return { id, status: 'PENDING', category };
  }

  /** @throws GraphRefused 100 for a template that cannot be edited now */
  edit(id: string, params: Readonly<Record<string, unknown>>) {
    const template = this.shelf.get(id);
    if (template === undefined) throw new GraphRefused(803);
    const { category, components } = parse(editSchema, params);
    const { now } = this.around;
    const recent = template.editedAtMs.filter((atMs) => atMs > now() - 30 * DAY_MS);
    if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
      throw new GraphRefused(100, { details: 'Only approved, rejected and paused templates can be edited' });
    if (template.status === 'APPROVED') {
      if (category !== undefined && category !== template.category)
        throw new GraphRefused(100, { details: 'The category of an approved template is fixed' });
      if (recent.length >= EDITS_MAX || recent.some((atMs) => atMs > now() - DAY_MS))
        throw new GraphRefused(100, {
          details: 'An approved template is edited once a day, ten times in 30 days',
        });
    }
    const next = {
      ...template,
      ...(category === undefined ? {} : { category }),
      components: components ?? template.components,
    };
    const problem = components && exampleProblem({ components }, this.around.typeOf);
    if (problem !== undefined) throw new GraphRefused(100, { details: problem });
    this.shelf.set(id, {
      ...next,
      editedAtMs: template.status === 'APPROVED' ? [...recent, now()] : recent,
      status: components === undefined ? template.status : 'PENDING',
    });
    if (components !== undefined) this.review(id);
    return { success: true };
  }

  /**
   * Deletes a template in every language, one by id and name, or several by id: all or none.
   * @throws GraphRefused 100 for unknown templates and for disabled ones
   */
  delete(names: { name?: string | undefined; id?: string | undefined; ids?: readonly string[] | undefined }) {
    const { name, id, ids } = names;
    const chosen = this.all().filter((one) =>
      ids === undefined ? one.name === name && (id === undefined || one.id === id) : ids.includes(one.id),
    );
    if (chosen.length === 0 || (ids !== undefined && (chosen.length !== ids.length || ids.length > 100)))
      throw new GraphRefused(100, { details: 'Message template not found' });
    if (chosen.some(({ status }) => status === 'DISABLED'))
      throw new GraphRefused(100, { details: 'A disabled template cannot be deleted' });
    for (const template of chosen) {
      this.shelf.delete(template.id);
      if (template.isApprovedOnce) this.blocked.set(template.name, this.around.now() + NAME_BLOCKED_MS);
    }
    return { success: true };
  }

  /** Sets the status of a template, as Meta's review does, and tells the app. */
  setStatus(id: string, status: TemplateStatus, reason = 'NONE'): void {
    const template = this.shelf.get(id);
    if (template === undefined) return;
    const isApprovedOnce = template.isApprovedOnce || status === 'APPROVED';
    this.shelf.set(id, { ...template, status, rejected_reason: reason, isApprovedOnce });
    this.around.tell({
      object: 'whatsapp_business_account',
      entryId: WABA.id,
      field: 'message_template_status_update',
      value: {
        event: status,
        message_template_id: Number(id),
        message_template_name: template.name,
        message_template_language: template.language,
        reason,
        message_template_category: template.category,
      },
    });
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private review(id: string): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const isRejected = this.shelf.get(id)?.name.includes(REJECTED_NAME) === true;
      this.setStatus(id, isRejected ? 'REJECTED' : 'APPROVED', isRejected ? 'INVALID_FORMAT' : 'NONE');
    }, this.around.reviewMs);
    this.timers.add(timer);
  }
}
