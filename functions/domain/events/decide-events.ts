import { contactEvents } from './contact-events.ts';
import { contactExportEvents, contactImportEvents } from './contact-file-events.ts';
import type { Delivery, EventContext } from './context.ts';
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
import { quickMessageEvents } from './quick-message-events.ts';
import { scheduleEvents } from './schedule-events.ts';
import { ticketEvents } from './ticket-events.ts';
import { presenceEvents, userEvents } from './user-events.ts';

/** The events that a changed row brings about, by the name of its entity. Changes of other entities bring none. */
const DECIDERS = {
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
type LiveEntity = keyof typeof DECIDERS;
/** A changed row that browsers may hear of: what its decider takes. */
export type LiveChange<E extends LiveEntity = LiveEntity> = {
  [K in E]: { entity: K } & Parameters<(typeof DECIDERS)[K]>[0];
}[E];

/** The entities whose changes browsers hear of. */
export const LIVE_ENTITIES: ReadonlySet<string> = new Set(Object.keys(DECIDERS));

/** Decides which events a change brings about and who hears each. The same change brings the same events again. */
export const decideEvents = <E extends LiveEntity>(
  change: LiveChange<E>,
  context: EventContext,
): Delivery[] => {
  const deciders: { [K in LiveEntity]: (change: LiveChange<K>, context: EventContext) => Delivery[] } =
    DECIDERS;
  return deciders[change.entity](change, context);
};
