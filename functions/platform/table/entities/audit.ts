import { auditEntrySchema } from '@prosa/shared/entities/audit-entry.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Twelve months (S-60), a leap year's too. */
export const AUDIT_KEPT_DAYS = 366;

/** The audit log: rows appear and expire, and nothing changes them. */
export const AuditEntry = defineEntity({
  name: 'auditEntry',
  schema: auditEntrySchema,
  scope: 'tenant',
  appendOnly: true,
  key: keys.auditEntry,
  expiresAt: ({ at }) => afterInstant(at, AUDIT_KEPT_DAYS * DAY_S),
});
