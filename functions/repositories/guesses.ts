import { AppError } from '@prosa/shared/errors.ts';
import { addressGroup } from '../domain/auth/address-group.ts';
import { sha256 } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { commit } from '../platform/table/commit.ts';
import { Attempts } from '../platform/table/entities/counters.ts';
import { globalTable } from '../platform/table/table.ts';
import { countAttempt, uncountAttempt } from '../platform/table/updates.ts';

const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const SECOND_MS = 1000;

/** How many guesses each may make in 15 minutes: at an account from an address, and from an address at all (S-13). */
export const GUESS_LIMITS = { account: 5, address: 50 } as const;

/** E-mail addresses of other accounts that a company may run into in a day. */
export const TAKEN_ADDRESSES_PER_DAY = 20;

/** What somebody tries to get in by. Each is counted by itself. */
export type GuessKind = 'sign-in' | 'current-password';

interface Guess {
  /** It was right: the account's earlier ones from this address are forgotten, and this one counts for nothing. */
  wasRight(): Promise<void>;
  /** It was not looked at: as if it had not been made. */
  takeBack(): Promise<void>;
}

/** @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which it is counted again */
const countWithin = async (
  key: { kind: string; subject: string },
  limit: number,
  windowMs: number,
  nowMs: number,
): Promise<string> => {
  const { isCounted, endsAt } = await countAttempt(key, { limit, windowMs }, nowMs);
  if (isCounted) return endsAt;
  log.info('too many guesses', { kind: key.kind });
  const retryAfterS = Math.max(1, Math.ceil((Date.parse(endsAt) - nowMs) / SECOND_MS));
  throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterS });
};

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
  // One after the other: who goes on about one account does not use up what his colleagues behind the same address have.
  const accountEndsAt = await countWithin(ofAccount, GUESS_LIMITS.account, WINDOW_MS, nowMs);
  const addressEndsAt = await countWithin(ofAddress, GUESS_LIMITS.address, WINDOW_MS, nowMs);
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

/**
 * Counts an e-mail address before it is looked up for a company's user, so that a company does not find out about many
 * which of them have accounts. One that is free counts for nothing. Two writes, one where it is taken.
 * @throws AppError ERR_TOO_MANY_REQUESTS where too many of the company's were taken in a day, free ones included then
 */
export const countAddressLookUp = async (
  companyId: number,
  nowMs: number,
): Promise<{ wasFree(): Promise<void> }> => {
  const key = { kind: 'taken-address', subject: sha256(String(companyId)) };
  const endsAt = await countWithin(key, TAKEN_ADDRESSES_PER_DAY, DAY_MS, nowMs);
  return { wasFree: () => uncountAttempt(key, endsAt, nowMs) };
};
