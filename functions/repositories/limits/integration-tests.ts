import { sha256 } from '../../platform/ids.ts';
import { countWithin } from './rate-limits.ts';

/** So that nobody makes the system flood a host with requests. */
const TEST_RATE = { limit: 10, windowMs: 60_000 };

/**
 * Counts a request that an administrator sends to the service of an integration. One or two writes.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which the next one is sent
 */
export const countIntegrationTest = (companyId: number, nowMs: number): Promise<void> =>
  countWithin({ kind: 'integration-test', subject: sha256(String(companyId)) }, TEST_RATE, nowMs);
