import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { warnOfConflict, writeContact } from '../../conversations/ensure-contact.ts';
import { contactAfterNewIdentities } from '../../domain/inbound/contact-after-new-identities.ts';
import { contactAfterAddressBook, contactAfterPreference } from '../../domain/inbound/contact-after-news.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { type ContactRow, findContactByIdentities } from '../../repositories/contacts/contacts.ts';
import type { InboundContext } from './ports.ts';

/**
 * Gives a contact the identities that its provider says the person has now. An identity of another contact stays
 * there: the two are reported for a review, and never merged. Does nothing if the old identities find no contact.
 * Three reads; two more and a transaction if the contact changes.
 */
export const changeIdentities = (
  context: InboundContext,
  { chat, identities }: InboundEventOf<'new-identities'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const { contact } = await findContactByIdentities(context.table, chat.identities);
    if (contact === undefined || contact.isGroup) return;
    const { contact: other, unknown, conflicting } = await findContactByIdentities(context.table, identities);
    const others = [...(other === undefined ? [] : [other.id]), ...conflicting].filter(
      (id) => id !== contact.id,
    );
    if (others.length > 0) warnOfConflict(contact, others);
    const after = contactAfterNewIdentities(contact, { old: chat.identities, identities }, unknown);
    if (after === contact) return;
    await writeContact(context, contact, after);
    log.info('identities of a contact changed', {
      metric: 'identities-changed',
      contactId: contact.id,
      isNumberChanged: after.number !== contact.number,
    });
  });

/** Changes the contact of a chat, if there is one. Two reads; two more and a transaction if the contact changes. */
const changeKnown = (
  context: InboundContext,
  { chat }: Pick<InboundEventOf<'address-book-name'>, 'chat'>,
  change: (contact: ContactRow) => ContactRow,
): Promise<void> =>
  retryOnConflict(async () => {
    const { contact } = await findContactByIdentities(context.table, chat.identities);
    if (contact === undefined) return;
    const after = change(contact);
    if (after !== contact) await writeContact(context, contact, after);
  });

/** Names a contact as the address book of the account's phone does. It creates no contact. */
export const nameFromPhone = (
  context: InboundContext,
  event: InboundEventOf<'address-book-name'>,
): Promise<void> => changeKnown(context, event, (contact) => contactAfterAddressBook(contact, event));

/** Notes whether a contact wants marketing messages. It creates no contact. */
export const notePreference = (
  context: InboundContext,
  event: InboundEventOf<'marketing-preference'>,
): Promise<void> => changeKnown(context, event, (contact) => contactAfterPreference(contact, event));
