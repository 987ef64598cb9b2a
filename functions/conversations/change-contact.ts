import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { ContactView } from '@prosa/shared/contracts/contacts.ts';
import type { Contact as ContactFields } from '@prosa/shared/entities/contact.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { steersConversations } from '../domain/contacts/steering.ts';
import { presentContact } from '../domain/presenters/present-contact.ts';
import { contactTurns, type NewContact, newContactTurn } from '../domain/turns/contact-turns.ts';
import type { Moment } from '../domain/turns/turn.ts';
import type { UserPrincipal } from '../platform/auth/principal.ts';
import { WriteConflict, type WriteItem } from '../platform/table/commit.ts';
import { Contact, ContactAlias } from '../platform/table/entities/contacts.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import { openTable } from '../platform/table/table.ts';
import { nextId } from '../platform/table/updates.ts';
import {
  type ContactRow,
  loadContact,
  loadContactWithConversations,
  loadShownTickets,
} from '../repositories/contacts/contacts.ts';
import { commitDecision, decideOn } from './act.ts';
import type { Actor } from './actor.ts';
import { commitContactChange, committedContact } from './commit-turn.ts';
import { noNewTicketItems, requireSteerable } from './require-steerable.ts';
import { emptyScene } from './scene.ts';
import { presentationWithPictures } from './ticket-access.ts';

/** Presents contacts for this caller. */
export const viewContacts = async (
  contacts: readonly ContactRow[],
  principal: UserPrincipal,
): Promise<ContactView[]> => {
  const presentation = await presentationWithPictures(principal);
  return contacts.map((contact) => presentContact(contact, principal.directory, presentation));
};

/** Presents a contact for this caller. */
export const viewContact = async (contact: ContactRow, principal: UserPrincipal): Promise<ContactView> =>
  presentContact(contact, principal.directory, await presentationWithPictures(principal));

/**
 * Loads a contact.
 * @throws AppError ERR_NO_CONTACT_FOUND
 */
export const requireContact = async (principal: UserPrincipal, id: number): Promise<ContactRow> => {
  const contact = await loadContact(openTable(principal.companyId), id);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  return contact;
};

/**
 * Throws ERR_DUPLICATED_CONTACT if an identity belongs to another contact, because that is a duplicate and not a
 * race.
 */
const refuseDuplicate = (error: unknown): never => {
  if (error instanceof WriteConflict && error.failedOn(ContactAlias)) {
    throw new AppError('ERR_DUPLICATED_CONTACT', { cause: error });
  }
  throw error;
};

/**
 * Adds a contact: the counter of contacts and one transaction.
 * @throws AppError ERR_DUPLICATED_CONTACT if an identity belongs to another contact
 */
export const addContact = async (
  actor: Actor,
  moment: Moment,
  contactWith: (id: number) => NewContact,
): Promise<ContactRow> => {
  const scene = emptyScene(actor);
  const id = await nextId(scene.table, Contact);
  const decision = await decideOn(scene, moment, () => newContactTurn(contactWith(id)));
  return committedContact(await commitDecision(decision).catch(refuseDuplicate));
};

/**
 * Changes a contact and the copies of its data on its tickets: two reads, one transaction, none if nothing changes.
 * Fields that affect conversations may only be changed by users who see all of the contact's active tickets. If a
 * ticket is transferred or created meanwhile, the change is decided again.
 * @param also other rows to write in the same transaction
 * @throws AppError ERR_NO_CONTACT_FOUND, ERR_DUPLICATED_CONTACT, ERR_CONTACT_ATTENDED
 */
export const changeContact = async (
  principal: UserPrincipal,
  id: number,
  moment: Moment,
  change: (contact: ContactRow) => ContactFields,
  also: (before: ContactRow, after: ContactFields) => WriteItem[] = () => [],
): Promise<ContactView> => {
  const table = openTable(principal.companyId);
  const contact = await retryOnConflict(async () => {
    const loaded = await loadContactWithConversations(table, id);
    if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
    const { contact: before, conversations } = loaded;
    const after = change(before);
    if (isDeepEqual(before, after)) return before;
    const tickets = await loadShownTickets(table, conversations);
    const steers = steersConversations(before, after);
    if (steers) requireSteerable(principal, tickets);
    const guards = steers ? noNewTicketItems(table, conversations) : [];
    const turns = contactTurns(before, after, tickets);
    return commitContactChange(table, turns, moment, [...guards, ...also(before, after)]).catch(
      refuseDuplicate,
    );
  });
  return viewContact(contact, principal);
};
