import { findPhone, PAGES, WABA } from './accounts.ts';
import { writeToPhone } from './cloud-customer.ts';
import { statusUpdate } from './cloud-updates.ts';
import type { Line, Shown } from './conversation.ts';
import type { MetaCustomerMessage } from './customer-message.ts';
import type { Media } from './media.ts';
import { writeToPage } from './page-customer.ts';
import { readUpdate, sideOf } from './page-updates.ts';
import { channelOfAccount, type MetaChannel } from './people.ts';
import type { World } from './world.ts';

/** An account of Meta, as the sandbox lists it. */
export interface ListedAccount {
  channel: MetaChannel;
  accountId: string;
  /** The WhatsApp Business account of a number; the page of a page or an Instagram account. */
  businessId: string;
  name: string;
  /** The token with which a connection is set up. */
  token: string;
  /** Whether the app gets the account's updates. */
  isSubscribed: boolean;
}

export const listAccounts = ({ tokens, subscriptions }: World): ListedAccount[] => {
  const of = (channel: MetaChannel, accountId: string, businessId: string, name: string, token: string) => ({
    channel,
    accountId,
    businessId,
    name,
    token,
    isSubscribed: subscriptions.has(channel === 'whatsappapi' ? businessId : accountId),
  });
  const system = tokens.systemToken().value;
  return [
    ...WABA.phones.map(({ id, displayNumber }) => of('whatsappapi', id, WABA.id, displayNumber, system)),
    ...PAGES.flatMap(({ id, name, instagram }) => {
      const token = tokens.pageToken(id).value;
      return [
        of('facebook', id, id, name, token),
        ...(instagram === undefined ? [] : [of('instagram', instagram.id, id, instagram.username, token)]),
      ];
    }),
  ];
};

/** @throws RangeError for an unknown account, and if the app is subscribed to none */
const accountOf = (world: World, { channel, accountId }: MetaCustomerMessage): string => {
  const subscribed = listAccounts(world).filter((one) => one.channel === channel && one.isSubscribed);
  const found =
    accountId === undefined ? subscribed[0] : subscribed.find((one) => one.accountId === accountId);
  if (found === undefined) throw new RangeError(`the app is not subscribed to this account of ${channel}`);
  return found.accountId;
};

const shownOf = (
  request: MetaCustomerMessage,
  media: Media | undefined,
  option: string | undefined,
): Shown => ({
  type: request.type === 'choice' ? 'text' : request.type,
  ...(option === undefined && request.text === undefined ? {} : { text: option ?? request.text }),
  ...(media === undefined
    ? {}
    : { media: { id: media.id, mimeType: media.mimeType, fileName: media.name, size: media.size } }),
  ...(request.location === undefined ? {} : { location: request.location }),
  ...(request.contact === undefined ? {} : { card: { name: request.contact.name, vcard: '' } }),
  ...(request.emoji === undefined ? {} : { emoji: request.emoji }),
  ...(request.quoted === undefined ? {} : { quoted: request.quoted }),
  ...(request.target === undefined ? {} : { target: request.target }),
});

/**
 * Acts as a customer who writes.
 * @returns the id of the message
 * @throws RangeError if a field is missing, if the channel has no such message, or without a subscribed account
 */
export const writeAsCustomer = (world: World, request: MetaCustomerMessage): string => {
  const accountId = accountOf(world, request);
  const { media: sent, target, option } = request;
  const media =
    sent === undefined
      ? undefined
      : world.media.keep(
          accountId,
          { name: sent.fileName ?? 'file', mimeType: sent.mimeType, bytes: Buffer.from(sent.data, 'base64') },
          'customer',
        );
  const title = world.conversation.get(target ?? '')?.options?.find(({ id }) => id === option)?.title;
  const content = { shown: shownOf(request, media, title), media };
  const phone = findPhone(accountId);
  if (phone !== undefined) return writeToPhone(world, phone, request, content);
  for (const page of PAGES)
    for (const channel of ['facebook', 'instagram'] as const) {
      const side = sideOf(page, channel);
      if (side?.accountId === accountId) return writeToPage(world, side, request, content);
    }
  throw new RangeError('no such account');
};

const readOnWhatsapp = (world: World, line: Line, ack: number): void => {
  const phone = findPhone(line.accountId);
  const person = world.people.open('whatsappapi', line.accountId, line.contact);
  const name = ack === 4 ? 'played' : ack === 3 ? 'read' : 'delivered';
  if (phone !== undefined)
    world.deliveries.tell(
      statusUpdate(phone, person, line, { name, atMs: world.now(), category: 'service' }),
    );
};

/** Acts as a customer who reads (3) or plays (4) a message. @returns whether there is such a message */
export const reportReceipt = (world: World, messageId: string, ack: number): boolean => {
  const line = world.conversation.get(messageId);
  if (line === undefined || line.fromCustomer) return false;
  world.conversation.change(messageId, { ack });
  const channel = channelOfAccount(line.accountId);
  if (channel === 'whatsappapi') readOnWhatsapp(world, line, ack);
  for (const page of PAGES) {
    const side = channel === 'whatsappapi' || channel === undefined ? undefined : sideOf(page, channel);
    const person =
      side === undefined ? undefined : world.people.open(side.channel, line.accountId, line.contact);
    // A read on Messenger covers everything that was sent before it.
    if (side?.accountId === line.accountId && person !== undefined && ack >= 3)
      world.deliveries.tell(readUpdate(side, person, messageId, world.now()));
  }
  return true;
};
