import * as z from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../rules/audit-actions.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

const isAction = (name: string): name is AuditAction => Object.hasOwn(AUDIT_ACTIONS, name);

/** Who did what to whom, when and from where: written with what it tells of, and never again (S-60). */
export const auditEntrySchema = z.object({
  companyId: idSchema,
  at: instantSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  /** As they were named then: people and things go, and the log stays. */
  userName: z.string(),
  action: z.enum(Object.keys(AUDIT_ACTIONS).filter(isAction)),
  /** '' where the action is about all of its kind. */
  targetId: sparse(z.string(), ''),
  targetName: sparse(z.string(), ''),
  /** Names of the fields that became others; never a value. */
  changed: sparse(z.array(z.string()), []),
  /** The caller's address as the edge saw it. */
  ip: z.string(),
  /** SHA-256 of the target's row before, as JSON with sorted keys; '' where there was none. */
  beforeHash: sparse(z.string(), ''),
});
