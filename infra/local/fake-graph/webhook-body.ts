import { createHmac } from 'node:crypto';

/** One update of an account, before it is delivered. */
export interface Update {
  object: 'whatsapp_business_account' | 'page' | 'instagram';
  /** Id of the WhatsApp Business account, the page or the Instagram account. */
  entryId: string;
  /** Field to which the app must be subscribed. */
  field: string;
  /** A change's value for WhatsApp, otherwise one event of `messaging`. */
  value: unknown;
}

/** Returns the list of one entry: changes of WhatsApp, events of a page or an Instagram account. */
const listOf = (updates: readonly Update[]): Record<string, unknown[]> =>
  updates[0]?.object === 'whatsapp_business_account'
    ? { changes: updates.map(({ field, value }) => ({ value, field })) }
    : { messaging: updates.map(({ value }) => value) };

/** Returns the deliveries of updates: one for each object, with an entry for each account. */
export const deliveriesOf = (updates: readonly Update[], atMs: number): object[] =>
  Object.entries(Object.groupBy(updates, ({ object }) => object)).map(([object, ofObject]) => ({
    object,
    entry: Object.entries(Object.groupBy(ofObject, ({ entryId }) => entryId)).map(([id, ofEntry = []]) => ({
      id,
      // WhatsApp's times are seconds, those of pages and Instagram accounts milliseconds.
      time: object === 'whatsapp_business_account' ? Math.floor(atMs / 1000) : atMs,
      ...listOf(ofEntry),
    })),
  }));

/** First code of the characters that Meta escapes. */
const NON_ASCII = /[\u0080-\uffff]/g;

/** Returns JSON as Meta sends and signs it: only ASCII characters, and slashes escaped. */
export const escapedJson = (body: object): string =>
  JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replace(NON_ASCII, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the header `X-Hub-Signature-256` for exactly these bytes. */
export const signatureOf = (appSecret: string, text: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(text).digest('hex')}`;
