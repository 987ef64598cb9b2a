import type { ContactView } from '@prosa/shared/contracts/contacts.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { TicketContact } from '@prosa/shared/entities/ticket.ts';
import { maskFor, type Presentation, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { presentPicture } from './present-picture.ts';
import { type NameSource, userRef } from './present-ticket.ts';

/** Presents a stored contact in its form for the API. */
export const presentContact = (
  contact: Contact & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  names: NameSource,
  presentation: Presentation = {},
): ContactView => {
  const mask = maskFor(presentation, contact);
  const connection = contact.connectionId === null ? undefined : names.connections.get(contact.connectionId);
  return {
    id: contact.id,
    name: mask.name(shownName(contact)),
    number: mask.number(contact.number),
    email: mask.text(contact.email),
    urlPicture: presentPicture(presentation, contact.urlPicture),
    channel: contact.channel,
    active: contact.active,
    acceptAudioMessage: contact.acceptAudioMessage,
    disableBot: contact.disableBot,
    lgpdAcceptedAt: contact.lgpdAcceptedAt,
    marketingStoppedAt: contact.marketingStoppedAt,
    isGroup: contact.isGroup,
    extraInfo: contact.extraInfo.map(({ id, name, value }) => ({
      id,
      name: mask.text(name),
      value: mask.text(value),
    })),
    tags: contact.tags,
    wallets: contact.walletUserIds.flatMap((id) => {
      const user = userRef(names, id);
      return user === null ? [] : [{ id: user.id, name: user.name }];
    }),
    whatsapp: connection === undefined ? null : { id: connection.id, name: connection.name },
    companyId: contact.companyId,
    createdAt: contact.rowCreatedAt,
    updatedAt: contact.rowUpdatedAt,
    version: contact.version,
  };
};

/** Returns the contact data that is copied onto tickets. */
export const ticketContactOf = (contact: Contact): TicketContact => ({
  id: contact.id,
  name: contact.name,
  number: contact.number,
  email: contact.email,
  urlPicture: contact.urlPicture,
  active: contact.active,
  acceptAudioMessage: contact.acceptAudioMessage,
  disableBot: contact.disableBot,
  isGroup: contact.isGroup,
  lgpdAcceptedAt: contact.lgpdAcceptedAt,
  tags: contact.tags,
  identities: contact.identities,
});
