import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';

/** What of a contact its conversations depend on: everything but what the address book alone has. */
const steeringPart = ({ email: _email, extraInfo: _extraInfo, ...rest }: Contact): string =>
  JSON.stringify(rest);

/**
 * Returns whether a change of a contact steers its conversations: where answers go (number, identities), whether messages
 * are taken in and who or what answers them (block, bot, audio, wallets, tags), and whom attendants take the writer for
 * (name). E-mail and additional fields do not; a field that is added later does.
 */
export const steersConversations = (before: Contact, after: Contact): boolean =>
  steeringPart(before) !== steeringPart(after);

/**
 * Returns whether a person may change what steers the conversations of a contact: every active ticket of it, on all
 * connections, must be visible to the person.
 */
export const maySteer = (tickets: readonly Ticket[], viewer: Viewer): boolean =>
  tickets.every((ticket) => !isActiveStatus(ticket.status) || canSeeTicket(ticket, viewer));
