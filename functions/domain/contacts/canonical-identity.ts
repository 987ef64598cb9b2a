import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';

/**
 * Returns the canonical form of an identity for lookups: both spellings of a Brazilian mobile number are the same
 * identity.
 */
export const canonicalIdentity = (identity: Identity): Identity => {
  if (identity.kind !== 'phone') return identity;
  return { kind: 'phone', value: canonicalPhone(identity.value) };
};

/** Returns the canonical form of each identity, without duplicates, in the given order. */
export const canonicalIdentities = (identities: readonly Identity[]): Identity[] => [
  ...new Map(
    identities.map(canonicalIdentity).map((identity) => [`${identity.kind}:${identity.value}`, identity]),
  ).values(),
];

/** Whether two lists of identities share a person or group, regardless of how a number is written. */
export const haveCommon = (some: readonly Identity[], others: readonly Identity[]): boolean =>
  canonicalIdentities(some).some(({ kind, value }) =>
    canonicalIdentities(others).some((other) => other.kind === kind && other.value === value),
  );
