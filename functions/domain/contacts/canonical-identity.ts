import type { Identity } from '@prosa/shared/messaging/identity.ts';

/**
 * Brazilian mobile numbers exist with and without the ninth digit: 55, area code, [9], then eight digits of which the
 * first is 6 to 9. WhatsApp knows many accounts by the shorter form only.
 */
const BRAZILIAN_MOBILE = /^(55\d{2})9([6-9]\d{7})$/;

/** The one form under which an identity is found: both spellings of a Brazilian mobile number are one. */
export const canonicalIdentity = (identity: Identity): Identity => {
  if (identity.kind !== 'phone') return identity;
  const digits = identity.value.replace(/\D/g, '');
  return { kind: 'phone', value: digits.replace(BRAZILIAN_MOBILE, '$1$2') };
};

/** Identities as they are found, each once, in the order given. */
export const canonicalIdentities = (identities: readonly Identity[]): Identity[] => [
  ...new Map(
    identities.map(canonicalIdentity).map((identity) => [`${identity.kind}:${identity.value}`, identity]),
  ).values(),
];

/** Whether two lists of identities name the same person or group, however a number is written. */
export const haveCommon = (some: readonly Identity[], others: readonly Identity[]): boolean =>
  canonicalIdentities(some).some(({ kind, value }) =>
    canonicalIdentities(others).some((other) => other.kind === kind && other.value === value),
  );
