import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';

export type AccountHealth = ResponseOf<typeof connectionRoutes.health>[number];

/** Signs of life are told every five minutes: after this long, something between WhatsApp and here stands still. */
const SILENT_AFTER_MS = 12 * 60_000;
/** So many lost lines within an hour are no accident. */
const UNSTABLE_DROPS = 5;

/** What an administrator should know of an account now, worst first. */
export type AccountWarning =
  | { kind: 'restricted'; of: NonNullable<AccountHealth['restriction']>['kind']; until: string | null }
  | { kind: 'quota'; of: 'first' | 'second' | 'reached'; renewsAt: string | null }
  | { kind: 'silent'; since: string | null }
  | { kind: 'unstable'; drops: number }
  | { kind: 'waiting'; conversations: number };

/** Whether the number itself is at risk: it may be blocked if people go on as they do. */
export const isRisk = ({ kind }: AccountWarning): boolean => kind === 'restricted' || kind === 'quota';

/** @param health undefined where nothing was told of the account yet */
export const accountWarnings = (
  health: AccountHealth | undefined,
  status: ConnectionStatus,
  nowMs: number,
): AccountWarning[] => {
  if (health === undefined) return [];
  const { restriction, quota, lastFrameAt, drops, waitingConversations } = health;
  const warnings: AccountWarning[] = [];
  if (restriction !== null && (restriction.until === null || Date.parse(restriction.until) > nowMs))
    warnings.push({ kind: 'restricted', of: restriction.kind, until: restriction.until });
  if (quota !== null && quota.warning !== 'none')
    warnings.push({ kind: 'quota', of: quota.warning, renewsAt: quota.renewsAt });
  if (status === 'CONNECTED' && nowMs - Date.parse(lastFrameAt ?? health.toldAt) > SILENT_AFTER_MS)
    warnings.push({ kind: 'silent', since: lastFrameAt });
  if (drops >= UNSTABLE_DROPS) warnings.push({ kind: 'unstable', drops });
  if (waitingConversations > 0) warnings.push({ kind: 'waiting', conversations: waitingConversations });
  return warnings;
};
