import { sha256 } from '../../platform/ids.ts';
import { countWithin } from './rate-limits.ts';

/** So that nobody makes the system flood a host with requests. A replay asks about 50 conversations. */
const RATES = {
  'integration-test': { limit: 10, windowMs: 60_000 },
  'assistant-test': { limit: 10, windowMs: 60_000 },
  'assistant-replay': { limit: 60, windowMs: 60_000 },
};

/**
 * Counts a request that an administrator sends to the service of an integration, or to the provider of an assistant. One
 * or two writes.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which the next one is sent
 */
export const countServiceTest = (kind: keyof typeof RATES, companyId: number, nowMs: number): Promise<void> =>
  countWithin({ kind, subject: sha256(String(companyId)) }, RATES[kind], nowMs);
