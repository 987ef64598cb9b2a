import * as z from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../rules/audit-actions.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

const isAction = (name: string): name is AuditAction => Object.hasOwn(AUDIT_ACTIONS, name);

/**
 * An entry of the audit log: which user did what to which target, when and from where. Written in the same
 * transaction as the change, and never changed again (S-60).
 */
export const auditEntrySchema = z.object({
  companyId: idSchema,
  at: instantSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  /** The name at that time, because users and targets may be deleted while the log stays. */
  userName: z.string(),
  action: z.enum(Object.keys(AUDIT_ACTIONS).filter(isAction)),
  /** '' if the action applies to all of its kind. */
  targetId: sparse(z.string(), ''),
  targetName: sparse(z.string(), ''),
  /** Names of the changed fields; never a value. */
  changed: sparse(z.array(z.string()), []),
  /** The caller's IP address as the API's edge saw it. */
  ip: z.string(),
  /** SHA-256 of the target's row before the change, as JSON with sorted keys; '' if there was none. */
  beforeHash: sparse(z.string(), ''),
});
