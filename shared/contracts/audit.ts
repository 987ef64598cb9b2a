import * as z from 'zod';
import { auditEntrySchema } from '../entities/audit-entry.ts';
import { idSchema, instantSchema } from '../entities/common.ts';
import { AUDIT_ACTIONS } from '../rules/audit-actions.ts';
import { idInput, pageQuery } from './fields.ts';
import { route } from './route.ts';

const actionSchema = auditEntrySchema.shape.action;

export const auditEntryViewSchema = z.object({
  id: z.string(),
  createdAt: instantSchema,
  userId: idSchema,
  userName: z.string(),
  action: actionSchema,
  target: z.enum(Object.values(AUDIT_ACTIONS)),
  targetId: z.string(),
  targetName: z.string(),
  changed: z.array(z.string()),
  ip: z.string(),
  beforeHash: z.string(),
});
export type AuditEntryView = z.infer<typeof auditEntryViewSchema>;

/**
 * Routes of the audit log. Separate from the other company routes, so that only users who open the log load its
 * actions.
 */
export const auditRoutes = {
  listAudit: route({
    id: 'audit.list',
    method: 'GET',
    path: '/audit',
    query: z.strictObject({ ...pageQuery, action: actionSchema.optional(), userId: idInput.optional() }),
    response: z.object({
      entries: z.array(auditEntryViewSchema),
      hasMore: z.boolean().describe('A filter may leave a page short, or empty, with more behind it'),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    permission: 'admin',
    plan: null,
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'standard',
    summary: 'Who did what in the company in the last twelve months, newest first',
  }),
} as const;
