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
 * How many guesses may be made in 15 minutes: at an account from an address, and from an address at all (S-13). It is a
 * delay and no lockout: after these, one more guess is looked at every 3 minutes, and every 18 seconds.
 */
export const GUESS_LIMITS = { account: 5, address: 50 } as const;
const ACCOUNT_RATE = { limit: GUESS_LIMITS.account, windowMs: WINDOW_MS };
const ADDRESS_RATE = { limit: GUESS_LIMITS.address, windowMs: WINDOW_MS };

/** E-mail addresses of other accounts that a company may run into in a day. */
export const TAKEN_ADDRESSES_PER_DAY = 20;
const TAKEN_RATE = { limit: TAKEN_ADDRESSES_PER_DAY, windowMs: DAY_MS };

/** The kinds of password guesses. Each is counted separately. */
export type GuessKind = 'sign-in' | 'current-password';

interface Guess {
  /** It was right: the account's earlier ones from this address are forgotten, and this one counts for nothing. */
  wasRight(): Promise<void>;
  /** It was not looked at: as if it had not been made. */
  takeBack(): Promise<void>;
}

/**
 * Counts a guess before it is looked at, so that many at once are no way round. Who guesses too often waits a
 * little for each further guess; the same account stays open from every other address. `account` need not exist, and nothing here tells whether it does.
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
 * Counts an e-mail address before it is looked up for a company's user, so that a company does not find out about many
 * which of them have accounts. One that is free counts for nothing. Two writes, one where it is taken.
 * @throws AppError ERR_TOO_MANY_REQUESTS where too many of the company's were taken in a day, free ones included then
 */
export const countAddressLookUp = async (
  companyId: number,
  nowMs: number,
): Promise<{ wasFree(): Promise<void> }> => {
  const key = { kind: 'taken-address', subject: sha256(String(companyId)) };
  await countWithin(key, TAKEN_RATE, nowMs);
  return { wasFree: () => uncountAttempt(key, TAKEN_RATE, nowMs) };
};
