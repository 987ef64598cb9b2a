import { sha256 } from '../../platform/ids.ts';
import { countWithin } from './rate-limits.ts';

/** So that the operator of the installation, who pays for the answers, does not pay for a program that asks. */
const USER_RATE = { limit: 10, windowMs: 60_000 };
const COMPANY_RATE = { limit: 300, windowMs: 24 * 60 * 60 * 1000 };

/**
 * Counts a question to the help chat. One to three writes.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which the next question is answered
 */
export const countHelpQuestion = async (
  { companyId, userId }: { companyId: number; userId: number },
  nowMs: number,
): Promise<void> => {
  await countWithin({ kind: 'help-question', subject: sha256(`${companyId}:${userId}`) }, USER_RATE, nowMs);
  await countWithin({ kind: 'help-questions', subject: sha256(String(companyId)) }, COMPANY_RATE, nowMs);
};
