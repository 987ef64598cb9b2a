import { AppError } from '@prosa/shared/errors.ts';
import { addressGroup } from '../domain/auth/address-group.ts';
import { sha256 } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { commit } from '../platform/table/commit.ts';
import { Attempts } from '../platform/table/entities/counters.ts';
import { globalTable } from '../platform/table/table.ts';
import { countAttempt, uncountAttempt } from '../platform/table/updates.ts';

const WINDOW_MS = 15 * 60 * 1000;
const SECOND_MS = 1000;

/** How many guesses each may make in 15 minutes: at an account from an address, and from an address at all (S-13). */
export const GUESS_LIMITS = { account: 5, address: 50 } as const;

/** What somebody tries to get in by. Each is counted by itself. */
export type GuessKind = 'sign-in';

interface Guess {
  /** It was right: the account's earlier ones from this address are forgotten, and this one counts for nothing. */
  wasRight(): Promise<void>;
  /** It was not looked at: as if it had not been made. */
  takeBack(): Promise<void>;
}

/**
 * Counts a guess before it is looked at, so that many at once are no way round. Who guesses too often waits; the same
 * account stays open from every other address. `account` need not exist, and nothing here tells whether it does.
 * Two to four writes; one for a guess that is refused by its account.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which guesses are looked at again
 */
export const countGuess = async (
  kind: GuessKind,
  { account, ip }: { account: string; ip: string },
  nowMs: number,
): Promise<Guess> => {
  const from = addressGroup(ip);
  const ofAccount = { kind: `${kind}-account`, subject: sha256(`${from}\n${account}`) };
  const ofAddress = { kind: `${kind}-address`, subject: sha256(from) };
  const count = async (key: typeof ofAccount, limit: number): Promise<string> => {
    const { isCounted, endsAt } = await countAttempt(key, { limit, windowMs: WINDOW_MS }, nowMs);
    if (isCounted) return endsAt;
    log.info('too many guesses', { kind: key.kind });
    const retryAfterS = Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / SECOND_MS));
    throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterS });
  };
  // One after the other: who goes on about one account does not use up what his colleagues behind the same address have.
  const accountEndsAt = await count(ofAccount, GUESS_LIMITS.account);
  const addressEndsAt = await count(ofAddress, GUESS_LIMITS.address);
  const leaveAddress = () => uncountAttempt(ofAddress, addressEndsAt, nowMs);
  return {
    wasRight: async () => {
      await Promise.all([commit([globalTable.delete(Attempts, ofAccount)]), leaveAddress()]);
    },
    takeBack: async () => {
      await Promise.all([uncountAttempt(ofAccount, accountEndsAt, nowMs), leaveAddress()]);
    },
  };
};
