import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { warnOfConflict, writeContact } from '../../conversations/ensure-contact.ts';
import { haveCommon } from '../../domain/contacts/canonical-identity.ts';
import { contactAfterMessage } from '../../domain/inbound/contact-after-message.ts';
import { contactAfterNewIdentities } from '../../domain/inbound/contact-after-new-identities.ts';
import { log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { findContactByIdentities, loadContact } from '../../repositories/contacts/contacts.ts';
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

/**
 * Names a contact as its provider does, if it has no name yet. Does nothing if the person is not this contact. One
 * read; two more and a transaction if the contact changes.
 */
export const nameContact = (
  context: InboundContext,
  { contactId, connectionId, person, name }: InboundEventOf<'profile'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const contact = await loadContact(context.table, contactId);
    if (contact === undefined || !haveCommon(contact.identities, [person])) return;
    const after = contactAfterMessage(contact, { identities: [], name }, [], connectionId);
    if (after !== contact) await writeContact(context, contact, after);
  });
