import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';

/** An account at a provider; see `Connection.accountId` and `Connection.businessId`. */
export interface AccountKey {
  channel: ChannelName;
  accountId: string;
  businessId: string;
}

/** An account that its owner may link, with the token for it. */
export interface LinkableAccount extends AccountKey {
  /** The provider's name of the account, for a new connection. */
  name: string;
  /** What screens show as the connection's number: the digits of a phone, or a name. */
  number: string;
  accessToken: string;
  /** When the token expires; null if it does not. */
  expireAt: string | null;
  /** Whether the account can send. A number that is not registered cannot, until `register`. */
  isRegistered: boolean;
}

type Authorised = AccountKey & { accessToken: string };

/** What a user shows to link an account: a token, or the code of a login. */
export type LinkProof = { accessToken: string } | { code: string };

/** Links accounts of a provider. Every method throws `ProviderFailed` for whatever the provider or the network does. */
export interface ChannelLinking {
  /** Returns an account with a token from the proof; undefined if the proof does not reach the account. */
  find: (key: AccountKey, proof: LinkProof) => Promise<LinkableAccount | undefined>;
  /** Has the provider send the account's updates to this installation. Idempotent. */
  subscribe: (account: Authorised) => Promise<void>;
  /** Returns this account, and the other accounts that the same subscription covers. */
  subscribedWith: (account: Authorised) => Promise<readonly Omit<AccountKey, 'businessId'>[]>;
  /** Ends the subscription. */
  unsubscribe: (account: Authorised) => Promise<void>;
  /**
   * Registers the account with its PIN: the one that it has, or the first, which it then keeps. Only where accounts
   * need it.
   */
  register?: (account: Authorised, pin: string) => Promise<void>;
  /**
   * Asks for the old messages and the address book of the phone that shares the account's number. Asking again is
   * harmless. Only where a provider has them.
   */
  askHistory?: (account: Authorised) => Promise<void>;
}
