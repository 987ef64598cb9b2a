import { EXTERNAL_RATE } from '@prosa/shared/rules/external-rate.ts';
import type { Admit } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { countWithin } from './rate-limits.ts';

/**
 * Counts a call of the external API (S-26). A connection's tokens share one limit, so that a replaced token does not
 * double it. One write while the connection's calls are 100 ms apart, two while they come faster, one if refused.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which the next call is counted
 */
export const countExternalCall: Admit = async (principal, nowMs) => {
  if (principal.kind !== 'api-token') return;
  const { companyId, connection } = principal;
  const key = { kind: 'external', subject: sha256(`${companyId}\n${connection.id}`) };
  await countWithin(key, EXTERNAL_RATE, nowMs);
};
