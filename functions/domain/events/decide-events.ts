import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection, ConnectionPairing, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { ContactExport } from '@prosa/shared/entities/contact-export.ts';
import type { ContactImport } from '@prosa/shared/entities/contact-import.ts';
import type { HistoryImport } from '@prosa/shared/entities/history-import.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { contactEvents } from './contact-events.ts';
import { contactExportEvents, contactImportEvents } from './contact-file-events.ts';
import type { Bookkeeping, Change, Delivery, EventContext, MessageRow, TicketChange } from './context.ts';
import { messageEvents } from './message-events.ts';
import {
  connectionEvents,
  connectionPairingEvents,
  connectionStateEvents,
  historyImportEvents,
  queueEvents,
  settingsEvents,
  tagEvents,
} from './organisation-events.ts';
import { type QuickMessageChange, quickMessageEvents } from './quick-message-events.ts';
import { scheduleEvents } from './schedule-events.ts';
import { ticketEvents } from './ticket-events.ts';
import { presenceEvents, userEvents } from './user-events.ts';

/** What browsers may hear of: changes of rows, by the name of their entity. */
interface LiveChanges {
  ticket: TicketChange;
  message: Change<MessageRow>;
  contact: Change<Contact & Bookkeeping>;
  contactImport: Change<ContactImport & Bookkeeping>;
  contactExport: Change<ContactExport & Bookkeeping>;
  user: Change<User & Bookkeeping>;
  presence: Change<{ userId: number; seenAt: string } & Bookkeeping>;
  queue: Change<Queue & Bookkeeping>;
  tag: Change<Tag & Bookkeeping>;
  quickMessage: QuickMessageChange;
  connection: Change<Connection & Bookkeeping>;
  connectionState: Change<ConnectionState & Bookkeeping>;
  connectionPairing: Change<ConnectionPairing & Bookkeeping>;
  historyImport: Change<HistoryImport & Bookkeeping>;
  companySettings: Change<CompanySettings & Bookkeeping>;
  schedule: Change<Schedule & Bookkeeping>;
}
type LiveEntity = keyof LiveChanges;
export type LiveChange<E extends LiveEntity = LiveEntity> = { [K in E]: { entity: K } & LiveChanges[K] }[E];

const DECIDERS: { [E in LiveEntity]: (change: LiveChange<E>, context: EventContext) => Delivery[] } = {
  ticket: ticketEvents,
  message: messageEvents,
  contact: contactEvents,
  contactImport: contactImportEvents,
  contactExport: contactExportEvents,
  user: userEvents,
  presence: presenceEvents,
  queue: queueEvents,
  tag: tagEvents,
  quickMessage: quickMessageEvents,
  connection: connectionEvents,
  connectionState: connectionStateEvents,
  connectionPairing: connectionPairingEvents,
  historyImport: historyImportEvents,
  companySettings: settingsEvents,
  schedule: scheduleEvents,
};

/** The entities whose changes browsers hear of. */
export const LIVE_ENTITIES: ReadonlySet<string> = new Set(Object.keys(DECIDERS));

/** What a change of the company's data tells whose browsers. The same change says the same again. */
export const decideEvents = <E extends LiveEntity>(
  change: LiveChange<E>,
  context: EventContext,
): Delivery[] => DECIDERS[change.entity](change, context);
