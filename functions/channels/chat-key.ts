import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { canonicalIdentity } from '../domain/contacts/canonical-identity.ts';

/**
 * Returns the key that orders a conversation on the inbound queue: the phone if there is one, because providers report
 * receipts by phone, else the first identity. Both spellings of a Brazilian number have the same key.
 */
export const chatKeyOf = (identities: readonly Identity[]): string => {
  const best = identities.find(({ kind }) => kind === 'phone') ?? identities[0];
  return best === undefined ? '' : canonicalIdentity(best).value;
};
