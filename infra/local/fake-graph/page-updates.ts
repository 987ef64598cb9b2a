import type { Page } from './accounts.ts';
import type { Person } from './people.ts';
import type { Update } from './webhook-body.ts';

/** A page on Messenger, or the Instagram account that is linked to it. */
export interface PageSide {
  page: Page;
  channel: 'facebook' | 'instagram';
  /** Id of the page or of the Instagram account. */
  accountId: string;
}

/** Returns the page's side of a channel; undefined if the page has no Instagram account. */
export const sideOf = (page: Page, channel: 'facebook' | 'instagram'): PageSide | undefined => {
  const accountId = channel === 'facebook' ? page.id : page.instagram?.id;
  return accountId === undefined ? undefined : { page, channel, accountId };
};

/** Fields of Messenger whose events Instagram sends under another one. */
const INSTAGRAM_FIELDS: Readonly<Record<string, string>> = {
  message_echoes: 'messages',
  message_reads: 'messaging_seen',
};

const update = (
  side: PageSide,
  field: string,
  parties: { sender: string; recipient: string },
  timestamp: number | undefined,
  event: object,
): Update => ({
  object: side.channel === 'facebook' ? 'page' : 'instagram',
  entryId: side.accountId,
  field: side.channel === 'facebook' ? field : (INSTAGRAM_FIELDS[field] ?? field),
  value: {
    sender: { id: parties.sender },
    recipient: { id: parties.recipient },
    ...(timestamp === undefined ? {} : { timestamp }),
    ...event,
  },
});

/** Returns an event that a person causes. */
export const personUpdate = (
  side: PageSide,
  person: Person,
  field: string,
  atMs: number,
  event: object,
): Update => update(side, field, { sender: person.id, recipient: side.accountId }, atMs, event);

/** Returns the echo of a message that the business sent. */
export const echoUpdate = (side: PageSide, person: Person, atMs: number, message: object): Update =>
  update(side, 'message_echoes', { sender: side.accountId, recipient: person.id }, atMs, {
    message: { ...message, is_echo: true },
  });

/** Returns the receipt of a delivery, which has no time of its own. Instagram has none. */
export const deliveryUpdate = (side: PageSide, person: Person, mid: string, atMs: number): Update =>
  update(side, 'message_deliveries', { sender: person.id, recipient: side.accountId }, undefined, {
    delivery: { mids: [mid], watermark: atMs },
  });

/** Returns the receipt of a read: up to a time on Messenger, of one message on Instagram. */
export const readUpdate = (side: PageSide, person: Person, mid: string, atMs: number): Update =>
  personUpdate(side, person, 'message_reads', atMs, {
    read: side.channel === 'facebook' ? { watermark: atMs } : { mid },
  });
