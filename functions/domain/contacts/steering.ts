import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';

/**
 * Returns everything in a contact that affects its conversations: all fields except those that only the address book
 * uses.
 */
const steeringPart = ({ email: _email, extraInfo: _extraInfo, ...rest }: Contact): string =>
  JSON.stringify(rest);

/**
 * Whether a change of a contact affects its conversations. Number and identities decide where answers go; block, bot,
 * audio, wallets and tags decide whether messages are accepted and what answers them; the name is what attendants
 * recognize the contact by. E-mail and additional fields do not count; any field added later does.
 */
export const steersConversations = (before: Contact, after: Contact): boolean =>
  steeringPart(before) !== steeringPart(after);

/**
 * Whether a user may change the fields of a contact that affect its conversations: the user must be able to see every
 * active ticket of the contact, on all connections.
 */
export const maySteer = (tickets: readonly Ticket[], viewer: Viewer): boolean =>
  tickets.every((ticket) => !isActiveStatus(ticket.status) || canSeeTicket(ticket, viewer));
