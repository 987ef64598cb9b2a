import type { ConcurrencyShare } from '@prosa/functions/platform/lambda/declare-function.ts';
import { FUNCTIONS, ORIGIN_GUARD } from './programs.ts';

/** Concurrent executions of an account unless the settings say otherwise: AWS's default quota for Lambda. */
export const ACCOUNT_CONCURRENCY = 1_000;
/** Fewer leave too little for the HTTP functions beside the reserves. A new account may have ten. */
export const ACCOUNT_CONCURRENCY_MIN = 500;
/** AWS refuses reserves that leave fewer to the functions without one (Lambda, "Reserved concurrency"). */
export const UNRESERVED_MIN = 100;
/** Lambda's limits of an SQS event source's `MaximumConcurrency`. */
const SOURCE_LIMITS = { min: 2, max: 1_000 };
/** Share of the account, in thousandths, that reserves and queue workers leave to HTTP functions, stream and schedules. */
const FREE_PER_THOUSAND = 150;

/** The limits of an installation's functions, by function name. */
export interface ConcurrencyPlan {
  /** Executions that are reserved for a function, and its limit. */
  reserved: ReadonlyMap<string, number>;
  /** Maximum of concurrent batches of a queue's event source. */
  sources: ReadonlyMap<string, number>;
  /** What is left when every reserve and every source is fully used. */
  free: number;
}

/** What a plan is made from: the shares that the programs declare. */
export interface DeclaredShares {
  reserved: Readonly<Record<string, ConcurrencyShare>>;
  sources: Readonly<Record<string, ConcurrencyShare>>;
}

const executionsOf = (share: ConcurrencyShare, account: number): number =>
  'exactly' in share ? share.exactly : Math.floor((share.perThousand * account) / 1_000);

const clamp = (value: number): number => Math.min(SOURCE_LIMITS.max, Math.max(SOURCE_LIMITS.min, value));

const limitsOf = (
  shares: Readonly<Record<string, ConcurrencyShare>>,
  limitOf: (share: ConcurrencyShare) => number,
): ReadonlyMap<string, number> =>
  new Map(Object.entries(shares).map(([name, share]) => [name, limitOf(share)]));

const sumOf = (limits: ReadonlyMap<string, number>): number =>
  [...limits.values()].reduce((sum, limit) => sum + limit, 0);

/**
 * Divides an account's concurrent executions among the functions.
 * @param account concurrent executions of the account in its region
 * @throws RangeError if the account has too few, or if the shares leave too little to the functions without one
 */
export const planConcurrency = (account: number, shares: DeclaredShares): ConcurrencyPlan => {
  if (!Number.isInteger(account) || account < ACCOUNT_CONCURRENCY_MIN)
    throw new RangeError(`an account needs ${ACCOUNT_CONCURRENCY_MIN} concurrent executions, not ${account}`);
  const reserved = limitsOf(shares.reserved, (share) => executionsOf(share, account));
  const sources = limitsOf(shares.sources, (share) => clamp(executionsOf(share, account)));
  const unreserved = account - sumOf(reserved);
  if (unreserved < UNRESERVED_MIN)
    throw new RangeError(`${unreserved} executions are not reserved; AWS demands ${UNRESERVED_MIN}`);
  const free = unreserved - sumOf(sources);
  const needed = Math.max(UNRESERVED_MIN, (FREE_PER_THOUSAND * account) / 1_000);
  if (free < needed)
    throw new RangeError(`queue workers leave ${free} executions to the other functions, not ${needed}`);
  return { reserved, sources, free };
};

/** The shares that the functions and the authorizer declare. */
export const DECLARED_SHARES: DeclaredShares = {
  reserved: Object.fromEntries(
    [...Object.entries(FUNCTIONS), [ORIGIN_GUARD.name, ORIGIN_GUARD] as const].flatMap(
      ([name, { reserves }]): [string, ConcurrencyShare][] =>
        reserves === undefined ? [] : [[name, reserves]],
    ),
  ),
  sources: Object.fromEntries(
    Object.entries(FUNCTIONS).flatMap(([name, fn]): [string, ConcurrencyShare][] =>
      fn.kind === 'queue' ? [[name, fn.maxConcurrency]] : [],
    ),
  ),
};

/** Returns the limits of the declared functions in an account; see {@link planConcurrency}. */
export const concurrencyOf = (account: number): ConcurrencyPlan => planConcurrency(account, DECLARED_SHARES);

/**
 * Alarm threshold, in thousandths of the account's concurrent executions. Beyond them Lambda refuses calls, and queues
 * wait.
 */
export const ACCOUNT_CONCURRENCY_ALARM = {
  perThousand: 900,
  errorImpact: "The account's concurrency is nearly used up: soon calls are refused and messages wait.",
} as const;
