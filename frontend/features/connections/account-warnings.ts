import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';

export type AccountHealth = ResponseOf<typeof connectionRoutes.health>[number];

/**
 * Health reports come every five minutes; after this time without one, a part between WhatsApp and the server is
 * stuck.
 */
const SILENT_AFTER_MS = 12 * 60_000;
/** Number of connection losses within an hour that counts as unstable. */
const UNSTABLE_DROPS = 5;
/** Time for which a violation of the provider's rules is shown; no news tell that it was settled. */
const VIOLATION_SHOWN_MS = 30 * 24 * 60 * 60_000;

/** A warning about an account for administrators. */
export type AccountWarning =
  | { kind: 'restricted'; of: NonNullable<AccountHealth['restriction']>['kind']; until: string | null }
  | { kind: 'violation'; at: string }
  | { kind: 'quota'; of: 'first' | 'second' | 'reached'; renewsAt: string | null }
  | { kind: 'silent'; since: string | null }
  | { kind: 'unstable'; drops: number }
  | { kind: 'waiting'; conversations: number };

const RISKS: ReadonlySet<AccountWarning['kind']> = new Set(['restricted', 'violation', 'quota']);

/** Whether the number itself is at risk of being blocked if usage continues as now. */
export const isRisk = ({ kind }: AccountWarning): boolean => RISKS.has(kind);

/** Whether the health consists of the provider's news, which arrive only when something changes. */
export const isOfNews = ({ newsAt }: AccountHealth): boolean => Object.keys(newsAt).length > 0;

/**
 * Returns the warnings about an account.
 * @param health undefined when no report about the account has arrived yet
 */
export const accountWarnings = (
  health: AccountHealth | undefined,
  status: ConnectionStatus,
  nowMs: number,
): AccountWarning[] => {
  if (health === undefined) return [];
  const { restriction, violationAt, quota, lastFrameAt, drops, waitingConversations } = health;
  const warnings: AccountWarning[] = [];
  if (restriction !== null && (restriction.until === null || Date.parse(restriction.until) > nowMs))
    warnings.push({ kind: 'restricted', of: restriction.kind, until: restriction.until });
  if (violationAt !== null && nowMs - Date.parse(violationAt) < VIOLATION_SHOWN_MS)
    warnings.push({ kind: 'violation', at: violationAt });
  if (quota !== null && quota.warning !== 'none')
    warnings.push({ kind: 'quota', of: quota.warning, renewsAt: quota.renewsAt });
  const lastMs = Date.parse(lastFrameAt ?? health.toldAt);
  if (status === 'CONNECTED' && !isOfNews(health) && nowMs - lastMs > SILENT_AFTER_MS)
    warnings.push({ kind: 'silent', since: lastFrameAt });
  if (drops >= UNSTABLE_DROPS) warnings.push({ kind: 'unstable', drops });
  if (waitingConversations > 0) warnings.push({ kind: 'waiting', conversations: waitingConversations });
  return warnings;
};
