import { auditEntrySchema } from '@prosa/shared/entities/audit-entry.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Twelve months (S-60), also in a leap year. */
export const AUDIT_KEPT_DAYS = 366;

/** The audit log: rows are created and expire, and are never changed. */
export const AuditEntry = defineEntity({
  name: 'auditEntry',
  schema: auditEntrySchema,
  scope: 'tenant',
  schemaVersion: 3,
  // Versions 2 and 3 only add kinds of actions, so earlier entries stay valid.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields },
  appendOnly: true,
  key: keys.auditEntry,
  expiresAt: ({ at }) => afterInstant(at, AUDIT_KEPT_DAYS * DAY_S),
});
