/**
 * The addresses that rows store with a secret beside them, and the secret that belongs to each. A secret is sent only to
 * the address for which it was given, or signs only what is sent there (S-56): otherwise a stolen session of an
 * administrator could change an address and receive a secret that nobody can read. So whatever writes such a row drops the
 * secrets of {@link foreignSecrets} in the same write. A new address with a secret needs a row here.
 *
 * The whole address counts, not its origin alone, because hosts of many customers (gateways of models, receivers of
 * webhooks) tell them apart by the path.
 */
export const ADDRESSED_SECRETS = [
  /** Sent as a bearer. */
  { entity: 'companySettings', address: 'transcriptionUrl', secret: 'transcriptionKey' },
  /** Sent as a bearer. */
  { entity: 'assistant', address: 'baseUrl', secret: 'apiKey' },
  /** The region names the host of Azure that gets the key. */
  { entity: 'assistant', address: 'voiceRegion', secret: 'voiceKey' },
  /** Is not sent, but signs: the new host could pass signed calls on to the old one, which would take them as ours. */
  { entity: 'integration', address: 'urlN8N', secret: 'signingSecret' },
  { entity: 'webhookEndpoint', address: 'url', secret: 'secret' },
  /** Signs beside `secret` for a day after a rotation. */
  { entity: 'webhookEndpoint', address: 'url', secret: 'oldSecret' },
] as const;

type AddressedSecret = (typeof ADDRESSED_SECRETS)[number];
type Addresses = Partial<Record<AddressedSecret['address'], string>>;

const withoutSlashes = (text: string): string =>
  text.endsWith('/') ? withoutSlashes(text.slice(0, -1)) : text;

/** Returns an address in the form for comparing; the spelling of its host and slashes at its end do not count. */
const comparable = (address: string): string =>
  withoutSlashes(URL.canParse(address) ? new URL(address).href : address);

/**
 * Returns the secrets of a stored row that were given for another address than the row is to have.
 * @param before the stored row; undefined for a new one
 */
export const foreignSecrets = (
  entity: AddressedSecret['entity'],
  before: Addresses | undefined,
  after: Addresses,
): ReadonlySet<AddressedSecret['secret']> =>
  new Set(
    ADDRESSED_SECRETS.filter((row) => row.entity === entity)
      .filter(({ address }) => comparable(before?.[address] ?? '') !== comparable(after[address] ?? ''))
      .map(({ secret }) => secret),
  );
