import { announcementEvents } from '../domain/events/announcement-events.ts';
import { assistantEvents, correctionEvents } from '../domain/events/assistant-events.ts';
import { campaignEvents, campaignFiguresEvents } from '../domain/events/campaign-events.ts';
import { campaignSettingsEvents } from '../domain/events/campaign-settings-events.ts';
import { contactEvents } from '../domain/events/contact-events.ts';
import { contactExportEvents, contactImportEvents } from '../domain/events/contact-file-events.ts';
import { contactListEvents, contactListItemEvents } from '../domain/events/contact-list-events.ts';
import type { Delivery, EventContext } from '../domain/events/context.ts';
import { fileListEvents } from '../domain/events/file-list-events.ts';
import { flowEvents, flowPhraseEvents } from '../domain/events/flow-events.ts';
import { helpEvents } from '../domain/events/help-events.ts';
import { integrationEvents } from '../domain/events/integration-events.ts';
import { internalChatEvents, internalChatMessageEvents } from '../domain/events/internal-chat-events.ts';
import { messageEvents } from '../domain/events/message-events.ts';
import {
  connectionEvents,
  connectionPairingEvents,
  connectionStateEvents,
  historyImportEvents,
  queueEvents,
  settingsEvents,
  tagEvents,
} from '../domain/events/organisation-events.ts';
import { quickMessageEvents } from '../domain/events/quick-message-events.ts';
import { scheduleEvents } from '../domain/events/schedule-events.ts';
import { ticketEvents } from '../domain/events/ticket-events.ts';
import { presenceEvents, userEvents } from '../domain/events/user-events.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Announcement } from '../platform/table/entities/announcements.ts';
import { Assistant, AssistantCorrection } from '../platform/table/entities/assistants.ts';
import { CampaignSettings } from '../platform/table/entities/campaign-settings.ts';
import { Campaign, CampaignFigures } from '../platform/table/entities/campaigns.ts';
import { CompanySettings, Queue, Tag } from '../platform/table/entities/companies.ts';
import {
  Connection,
  ConnectionPairing,
  ConnectionState,
  HistoryImport,
} from '../platform/table/entities/connections.ts';
import { ContactExport, ContactImport } from '../platform/table/entities/contact-files.ts';
import { ContactList, ContactListItem } from '../platform/table/entities/contact-lists.ts';
import { Contact } from '../platform/table/entities/contacts.ts';
import { FileList } from '../platform/table/entities/file-lists.ts';
import { Flow, FlowPhrase } from '../platform/table/entities/flows.ts';
import { Help } from '../platform/table/entities/helps.ts';
import { Integration } from '../platform/table/entities/integrations.ts';
import { InternalChat, InternalChatMessage } from '../platform/table/entities/internal-chats.ts';
import { Message } from '../platform/table/entities/messages.ts';
import { QuickMessage } from '../platform/table/entities/quick-messages.ts';
import { Schedule } from '../platform/table/entities/schedules.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { Presence, User } from '../platform/table/entities/users.ts';

/** A row before and after a batch, and its states in between. */
interface RowStates<R> {
  before: R | undefined;
  after: R | undefined;
  between?: readonly R[];
}

const live = <const E extends { name: string }>(
  entity: E,
  decide: (change: RowStates<Row<E>>, context: EventContext) => Delivery[],
) => ({ entity, decide });

/**
 * The entities of the installation whose changes publish live events. Every company with an open browser gets them;
 * the function that decides them is called once for each of these companies.
 */
const LIVE_OF_PLATFORM = [live(Help, helpEvents), live(Announcement, announcementEvents)] as const;
/** Names of {@link LIVE_OF_PLATFORM}. */
export type PlatformName = (typeof LIVE_OF_PLATFORM)[number]['entity']['name'];

/** The entities whose changes publish live events, each with the function that decides the events. */
export const LIVE = [
  ...LIVE_OF_PLATFORM,
  live(Ticket, ticketEvents),
  live(Message, messageEvents),
  live(Contact, contactEvents),
  live(ContactImport, contactImportEvents),
  live(ContactExport, contactExportEvents),
  live(ContactList, contactListEvents),
  live(ContactListItem, contactListItemEvents),
  live(User, userEvents),
  live(Presence, presenceEvents),
  live(Queue, queueEvents),
  live(Tag, tagEvents),
  live(QuickMessage, quickMessageEvents),
  live(FileList, fileListEvents),
  live(Flow, flowEvents),
  live(FlowPhrase, flowPhraseEvents),
  live(Integration, integrationEvents),
  live(Assistant, assistantEvents),
  live(AssistantCorrection, correctionEvents),
  live(Connection, connectionEvents),
  live(ConnectionState, connectionStateEvents),
  live(ConnectionPairing, connectionPairingEvents),
  live(HistoryImport, historyImportEvents),
  live(CompanySettings, settingsEvents),
  live(CampaignSettings, campaignSettingsEvents),
  live(InternalChat, internalChatEvents),
  live(InternalChatMessage, internalChatMessageEvents),
  live(Schedule, scheduleEvents),
  live(Campaign, campaignEvents),
  live(CampaignFigures, campaignFiguresEvents),
] as const;
type Live = (typeof LIVE)[number];
type LiveName = Live['entity']['name'];

/** A changed row that may publish events. */
export type LiveChange<N extends LiveName = LiveName> = {
  [K in N]: { entity: K } & RowStates<Row<Extract<Live['entity'], { name: K }>>>;
}[N];

/** Names of the entities whose changes publish live events. */
export const LIVE_ENTITIES: ReadonlySet<string> = new Set(LIVE.map(({ entity }) => entity.name));

const DECIDERS = new Map<string, unknown>(LIVE.map(({ entity, decide }) => [entity.name, decide]));

/**
 * Returns the events of a changed row and the audience of each. Deterministic: the same change gives the same events.
 */
export const decideEvents = (change: LiveChange, context: EventContext): Delivery[] => {
  // Cast: the entity's name selects the decider of its rows.
  const decide = DECIDERS.get(change.entity) as (change: LiveChange, context: EventContext) => Delivery[];
  return decide(change, context);
};
