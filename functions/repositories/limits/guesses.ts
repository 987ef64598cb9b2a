import { addressGroup } from '../../domain/auth/address-group.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit } from '../../platform/table/commit.ts';
import { Attempts } from '../../platform/table/entities/counters.ts';
import { globalTable } from '../../platform/table/table.ts';
import { uncountAttempt } from '../../platform/table/updates.ts';
import { countWithin } from './rate-limits.ts';

const WINDOW_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Maximum of password guesses in 15 minutes: for an account from one address, and from one address in total (S-13).
 * After these, guesses are delayed, not locked out: one more guess is checked every 3 minutes, and every 18 seconds
 * respectively.
 */
export const GUESS_LIMITS = { account: 5, address: 50 } as const;
const ACCOUNT_RATE = { limit: GUESS_LIMITS.account, windowMs: WINDOW_MS };
const ADDRESS_RATE = { limit: GUESS_LIMITS.address, windowMs: WINDOW_MS };

/** Maximum of e-mail addresses of other accounts that a company may try to use in a day. */
export const TAKEN_ADDRESSES_PER_DAY = 20;
const TAKEN_RATE = { limit: TAKEN_ADDRESSES_PER_DAY, windowMs: DAY_MS };

/** The kinds of password guesses. Each is counted separately. */
export type GuessKind = 'sign-in' | 'current-password';

interface Guess {
  /** The guess was correct: resets the account's earlier guesses from this address, and does not count this one. */
  wasRight(): Promise<void>;
  /** The password was not checked: does not count the guess. */
  takeBack(): Promise<void>;
}

/**
 * Counts a guess before it is checked, so that simultaneous guesses cannot bypass the limit. Above the limit each
 * further guess has to wait a little; the account stays usable from every other address. `account` need not exist,
 * and the result does not reveal whether it does. Two to four writes; one for a guess that is refused by its
 * account's limit.
 * @throws AppError ERR_TOO_MANY_REQUESTS, with the seconds after which guesses are checked again
 */
export const countGuess = async (
  kind: GuessKind,
  { account, ip }: { account: string; ip: string },
  nowMs: number,
): Promise<Guess> => {
  const from = addressGroup(ip);
  const ofAccount = { kind: `${kind}-account`, subject: sha256(`${from}\n${account}`) };
  const ofAddress = { kind: `${kind}-address`, subject: sha256(from) };
  // One after the other, so that guesses at one account do not use up the limit of colleagues at the same address.
  await countWithin(ofAccount, ACCOUNT_RATE, nowMs);
  await countWithin(ofAddress, ADDRESS_RATE, nowMs);
  const leaveAddress = () => uncountAttempt(ofAddress, ADDRESS_RATE, nowMs);
  return {
    wasRight: async () => {
      await Promise.all([commit([globalTable.delete(Attempts, ofAccount)]), leaveAddress()]);
    },
    takeBack: async () => {
      await Promise.all([uncountAttempt(ofAccount, ACCOUNT_RATE, nowMs), leaveAddress()]);
    },
  };
};

/**
 * Counts an e-mail address before it is looked up for a company's user, so that a company cannot find out which of
 * many addresses have accounts. A free address does not count. Two writes, one if the address is taken.
 * @throws AppError ERR_TOO_MANY_REQUESTS if too many of the company's addresses were taken in a day; free ones are
 * refused then, too
 */
export const countAddressLookUp = async (
  companyId: number,
  nowMs: number,
): Promise<{ wasFree(): Promise<void> }> => {
  const key = { kind: 'taken-address', subject: sha256(String(companyId)) };
  await countWithin(key, TAKEN_RATE, nowMs);
  return { wasFree: () => uncountAttempt(key, TAKEN_RATE, nowMs) };
};
