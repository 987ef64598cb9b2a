import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { contactEvents } from './contact-events.ts';
import type { Bookkeeping, Change, Delivery, EventContext, MessageRow, TicketChange } from './context.ts';
import { messageEvents } from './message-events.ts';
import {
  connectionEvents,
  connectionStateEvents,
  queueEvents,
  settingsEvents,
} from './organisation-events.ts';
import { ticketEvents } from './ticket-events.ts';
import { presenceEvents, userEvents } from './user-events.ts';

/** A change that browsers may hear of, by the name of its entity. */
export type LiveChange =
  | ({ entity: 'ticket' } & TicketChange)
  | ({ entity: 'message' } & Change<MessageRow>)
  | ({ entity: 'contact' } & Change<Contact & Bookkeeping>)
  | ({ entity: 'user' } & Change<User & Bookkeeping>)
  | ({ entity: 'presence' } & Change<{ userId: number; seenAt: string } & Bookkeeping>)
  | ({ entity: 'queue' } & Change<Queue & Bookkeeping>)
  | ({ entity: 'connection' } & Change<Connection & Bookkeeping>)
  | ({ entity: 'connectionState' } & Change<ConnectionState & Bookkeeping>)
  | ({ entity: 'companySettings' } & Change<CompanySettings & Bookkeeping>);

/** What a change of the company's data tells whose browsers. The same change says the same again. */
export const decideEvents = (change: LiveChange, context: EventContext): Delivery[] => {
  switch (change.entity) {
    case 'ticket':
      return ticketEvents(change, context);
    case 'message':
      return messageEvents(change, context);
    case 'contact':
      return contactEvents(change, context);
    case 'user':
      return userEvents(change, context);
    case 'presence':
      return presenceEvents(change, context);
    case 'queue':
      return queueEvents(change, context);
    case 'connection':
      return connectionEvents(change, context);
    case 'connectionState':
      return connectionStateEvents(change, context);
    case 'companySettings':
      return settingsEvents(change, context);
  }
};
