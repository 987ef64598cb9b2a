import { RECEIVERS_PER_ROW } from '@prosa/shared/entities/campaign.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { readContactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import { isBoardStatus } from '@prosa/shared/rules/kanban-board.ts';
import { isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import type { Key } from './define-entity.ts';

/**
 * Returns an id padded for sorting. Every key of the table follows below, as pure functions. Tenant keys are written
 * without their company: the table layer prefixes `C#<companyId>#`, so no caller can forget or forge it.
 */
const padded = (id: number): string => String(id).padStart(10, '0');

/** The largest id of {@link padded}. */
const ID_MAX = 9_999_999_999;
/** Partitions for the contacts of a campaign's plan. */
export const CAMPAIGN_CONTACT_SHARDS = 10;
/** Receivers of a campaign in one partition. */
export const RECEIVERS_PER_BLOCK = 1000;
const receiverBlock = (k: { campaignId: number; position: number }): string =>
  `RECEIVERS#${k.campaignId}#${Math.floor(k.position / RECEIVERS_PER_BLOCK)}`;

export const tenantPrefix = (companyId: number): string => `C#${companyId}#`;

/** The fields of a ticket that decide which counts it is in. */
export interface TicketMark {
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  connectionId: number | null;
  unreadMessages: number;
  transferredById: number | null;
}

const UNREAD = 'U';
const READ = 'R';
/**
 * Returns the unread part of a mark. Only the notification bell asks for unread tickets: of the user, of groups and
 * of pending ones.
 */
const unreadMark = (ticket: TicketMark): string =>
  isUnopened(ticket) && (ticket.status === 'pending' || ticket.status === 'group') ? UNREAD : READ;

/** Returns the prefix of the sort keys of a queue's marks. */
export const queueOfMarks = (queueId: number): string => `${padded(queueId)}#`;

/** Returns the fields encoded in a key of {@link keys.ticketMarkOfUser} or {@link keys.ticketMarkOfQueue}. */
export const readTicketMark = (status: TicketStatus, sortKey: string): TicketMark => {
  const fields = sortKey.split('#');
  const isUnread = fields.includes(UNREAD);
  const [queueId = 0, userId = 0, connectionId = 0] = fields
    .filter((field) => field !== UNREAD && field !== READ)
    .map(Number);
  return {
    status,
    queueId: queueId === 0 ? null : queueId,
    userId: userId === 0 ? null : userId,
    connectionId: connectionId === 0 ? null : connectionId,
    unreadMessages: isUnread ? 1 : 0,
    transferredById: null,
  };
};

/** The fields of a ticket that decide in which counts of the board it is. Only open and waiting tickets have one. */
export interface BoardMark {
  laneId: number;
  status: TicketStatus;
  queueId: number | null;
  userId: number | null;
  connectionId: number | null;
  /** Time of creation in epoch milliseconds, to the minute. */
  createdAtMs: number;
}

const MINUTE_MS = 60_000;

/** Returns the fields encoded in a key of {@link keys.ticketMarkOfBoard}. */
export const readBoardMark = (sortKey: string): BoardMark => {
  const [laneId, status, ...rest] = sortKey.split('#');
  const [queueId = 0, userId = 0, connectionId = 0, minutes = 0] = rest.map(Number);
  return {
    laneId: Number(laneId),
    status: status === 'open' ? 'open' : 'pending',
    queueId: queueId === 0 ? null : queueId,
    userId: userId === 0 ? null : userId,
    connectionId: connectionId === 0 ? null : connectionId,
    createdAtMs: minutes * MINUTE_MS,
  };
};

/**
 * Keys for a plain collection of a new resource: by id, and by a text in index order. The name must be unique.
 * @public
 */
export const collectionKeys = (name: string) => ({
  row: (k: { id: number }): Key => ({ pk: `COLLECTION#${name}`, sk: padded(k.id) }),
  byText: (k: { text: string; id: number }): Key => ({
    pk: `COLLECTION#${name}`,
    sk: `${k.text}#${padded(k.id)}`,
  }),
});

export const keys = {
  // Company: one partition, read completely into the directory, its version first.
  directoryVersion: (): Key => ({ pk: 'ORG', sk: '#VERSION' }),
  company: (): Key => ({ pk: 'ORG', sk: 'COMPANY' }),
  settings: (): Key => ({ pk: 'ORG', sk: 'SETTINGS' }),
  directoryQueue: (k: { id: number }): Key => ({ pk: 'ORG', sk: `QUEUE#${padded(k.id)}` }),
  directoryUser: (k: { id: number }): Key => ({ pk: 'ORG', sk: `USER#${padded(k.id)}` }),
  directoryConnection: (k: { id: number }): Key => ({ pk: 'ORG', sk: `CONNECTION#${padded(k.id)}` }),
  directoryEndpoint: (k: { id: number }): Key => ({ pk: 'ORG', sk: `ENDPOINT#${padded(k.id)}` }),
  directoryIntegration: (k: { id: number }): Key => ({ pk: 'ORG', sk: `INTEGRATION#${padded(k.id)}` }),
  directoryAssistant: (k: { id: number }): Key => ({ pk: 'ORG', sk: `ASSISTANT#${padded(k.id)}` }),
  directoryLane: (k: { id: number }): Key => ({ pk: 'ORG', sk: `LANE#${padded(k.id)}` }),
  // Id 0: the whole company.
  reachedCap: (k: { connectionId: number | null }): Key => ({
    pk: 'ORG',
    sk: `SEND-CAP#${padded(k.connectionId ?? 0)}`,
  }),
  campaignAnswers: (): Key => ({ pk: 'ORG', sk: 'CAMPAIGN-ANSWERS' }),
  flowPhrase: (k: { id: number }): Key => ({ pk: 'ORG', sk: `PHRASE#${padded(k.id)}` }),
  // Full rows, with texts, hours, options and password hashes: read to change or show them, and by the automation
  // engine.
  user: (k: { id: number }): Key => ({ pk: 'USERS', sk: padded(k.id) }),
  queue: (k: { id: number }): Key => ({ pk: 'QUEUES', sk: padded(k.id) }),
  queueOptions: (k: { id: number }): Key => ({ pk: 'QUEUE-OPTIONS', sk: padded(k.id) }),
  connection: (k: { id: number }): Key => ({ pk: 'CONNECTIONS', sk: padded(k.id) }),
  tag: (k: { id: number }): Key => ({ pk: 'TAG', sk: padded(k.id) }),
  tagByName: (k: { normalizedName: string; id: number }): Key => ({
    pk: 'TAGS',
    sk: `${k.normalizedName}#${padded(k.id)}`,
  }),
  // Columns of the board in the order of their creation.
  lane: (k: { id: number }): Key => ({ pk: 'LANES', sk: padded(k.id) }),
  quickMessage: (k: { id: number }): Key => ({ pk: 'QUICK', sk: padded(k.id) }),
  // Quick messages by shortcode: those shared in the company, and those of one user.
  sharedQuickMessages: (k: { shortcode: string; id: number }): Key => ({
    pk: 'QUICKS',
    sk: `${k.shortcode}#${padded(k.id)}`,
  }),
  ownQuickMessages: (k: { userId: number; shortcode: string; id: number }): Key => ({
    pk: `QUICKU#${k.userId}`,
    sk: `${k.shortcode}#${padded(k.id)}`,
  }),
  fileList: (k: { id: number }): Key => ({ pk: 'FILE-LIST', sk: padded(k.id) }),
  fileListByName: (k: { normalizedName: string; id: number }): Key => ({
    pk: 'FILE-LISTS',
    sk: `${k.normalizedName}#${padded(k.id)}`,
  }),
  presence: (k: { userId: number }): Key => ({ pk: 'PRESENCE', sk: padded(k.userId) }),
  announcementLook: (k: { userId: number }): Key => ({ pk: 'ANNOUNCEMENT-LOOKS', sk: padded(k.userId) }),

  // Chats between users, each with its messages in the same partition, and the chats of each user.
  internalChat: (k: { id: number }): Key => ({ pk: `ICHAT#${k.id}`, sk: 'CHAT' }),
  internalChatMessage: (k: { chatId: number; id: number }): Key => ({
    pk: `ICHAT#${k.chatId}`,
    sk: `MESSAGE#${padded(k.id)}`,
  }),
  internalChatMember: (k: { userId: number; chatId: number }): Key => ({
    pk: `ICHATS#${k.userId}`,
    sk: padded(k.chatId),
  }),

  // Tickets, each with its log, notes and attendance in the same partition.
  ticket: (k: { id: number }): Key => ({ pk: `T#${k.id}`, sk: 'TICKET' }),
  ticketLog: (k: { ticketId: number; id: string }): Key => ({ pk: `T#${k.ticketId}`, sk: `LOG#${k.id}` }),
  ticketNote: (k: { ticketId: number; id: string }): Key => ({ pk: `T#${k.ticketId}`, sk: `NOTE#${k.id}` }),
  attendance: (k: { ticketId: number; id: string }): Key => ({
    pk: `T#${k.ticketId}`,
    sk: `TRACK#${k.id}`,
  }),
  ticketByQueue: (k: { status: string; queueId: number | null; activityAt: string; id: number }): Key => ({
    pk: `TQ#${k.status}#${k.queueId ?? 0}`,
    sk: `${k.activityAt}#${padded(k.id)}`,
  }),
  ticketByUser: (k: { status: string; userId: number; activityAt: string; id: number }): Key => ({
    pk: `TU#${k.status}#${k.userId}`,
    sk: `${k.activityAt}#${padded(k.id)}`,
  }),
  ticketByStatus: (k: { status: string; activityAt: string; id: number }): Key => ({
    pk: `TS#${k.status}`,
    sk: `${k.activityAt}#${padded(k.id)}`,
  }),
  // Tickets of a column that the board shows, and in a partition of their own those that it does not, such as closed
  // ones.
  ticketByLane: (k: { status: TicketStatus; laneId: number; activityAt: string; id: number }): Key => ({
    pk: `${isBoardStatus(k.status) ? 'TL' : 'TLX'}#${k.laneId}`,
    sk: `${k.activityAt}#${padded(k.id)}`,
  }),
  // Keys for ticket counts hold every field that a count needs. A user's unread tickets sort first, because they are
  // counted separately.
  ticketMarkOfUser: (k: TicketMark & { userId: number; id: number }): Key => ({
    pk: `TMU#${k.status}#${k.userId}`,
    sk: [isUnopened(k) ? UNREAD : READ, k.queueId ?? 0, k.userId, k.connectionId ?? 0, k.id].join('#'),
  }),
  ticketMarkOfQueue: (k: TicketMark & { id: number }): Key => ({
    pk: `TMQ#${k.status}`,
    sk: [padded(k.queueId ?? 0), unreadMark(k), k.userId ?? 0, k.connectionId ?? 0, k.id].join('#'),
  }),
  // All tickets in columns that the board shows, in one partition that is read whole.
  ticketMarkOfBoard: (k: BoardMark & { id: number }): Key => ({
    pk: 'TMB',
    sk: [
      k.laneId,
      k.status,
      k.queueId ?? 0,
      k.userId ?? 0,
      k.connectionId ?? 0,
      Math.floor(k.createdAtMs / MINUTE_MS),
      k.id,
    ].join('#'),
  }),
  // Attendance by when it began or ended, a partition for each UTC year: a report of a quiet time reads few partitions.
  attendanceByStart: (k: { at: string; ticketId: number; id: string }): Key => ({
    pk: `TRB#${k.at.slice(0, 4)}`,
    sk: `${k.at}#${padded(k.ticketId)}#${k.id}`,
  }),
  attendanceByEnd: (k: { at: string; ticketId: number; id: string }): Key => ({
    pk: `TRE#${k.at.slice(0, 4)}`,
    sk: `${k.at}#${padded(k.ticketId)}#${k.id}`,
  }),

  // Contacts, each with its conversations in the same partition.
  contact: (k: { id: number }): Key => ({ pk: `CT#${k.id}`, sk: 'CONTACT' }),
  conversation: (k: { contactId: number; connectionId: number }): Key => ({
    pk: `CT#${k.contactId}`,
    sk: `CONV#${padded(k.connectionId)}`,
  }),
  // Outside of the contact's partition, which is read completely: a contact may have any number of tickets.
  contactTicket: (k: { contactId: number; ticketId: number }): Key => ({
    pk: `CTT#${k.contactId}`,
    sk: padded(k.ticketId),
  }),
  contactAlias: (k: { kind: string; value: string }): Key => ({
    pk: `ALIAS#${k.kind}#${k.value}`,
    sk: 'ALIAS',
  }),
  contactByName: (k: { normalizedName: string; id: number }): Key => ({
    pk: 'CONTACTS',
    sk: `${k.normalizedName.slice(0, 200)}#${padded(k.id)}`,
  }),

  // Imports and exports of spreadsheets, by the user who started them.
  contactImport: (k: { userId: number; id: string }): Key => ({ pk: `IMPORTS#${k.userId}`, sk: k.id }),
  importStep: (k: { importId: string; step: number }): Key => ({
    pk: `IMPORTSTEPS#${k.importId}`,
    sk: padded(k.step),
  }),
  contactExport: (k: { userId: number; id: string }): Key => ({ pk: `EXPORTS#${k.userId}`, sk: k.id }),

  // Lists of people for campaigns, each with the state of its number checks. An item's id contains its list's.
  contactList: (k: { id: number }): Key => ({ pk: `CLIST#${k.id}`, sk: 'LIST' }),
  contactListByName: (k: { normalizedName: string; id: number }): Key => ({
    pk: 'CLISTS',
    sk: `${k.normalizedName}#${padded(k.id)}`,
  }),
  contactListCheck: (k: { contactListId: number }): Key => ({ pk: `CLIST#${k.contactListId}`, sk: 'CHECK' }),
  contactListItem: (k: { id: number }): Key => {
    const { contactListId, n } = readContactListItemId(k.id);
    return { pk: `CLISTITEMS#${contactListId}`, sk: padded(n) };
  },

  campaignSettings: (): Key => ({ pk: 'CAMPAIGNS', sk: 'SETTINGS' }),

  // Scheduled messages by sending time: of the company, of a contact, of a user.
  schedule: (k: { id: number }): Key => ({ pk: `SCH#${k.id}`, sk: 'SCHEDULE' }),
  scheduleByTime: (k: { sendAt: string; id: number }): Key => ({
    pk: 'SCHEDULES',
    sk: `${k.sendAt}#${padded(k.id)}`,
  }),
  scheduleByContact: (k: { contactId: number; sendAt: string; id: number }): Key => ({
    pk: `SCHC#${k.contactId}`,
    sk: `${k.sendAt}#${padded(k.id)}`,
  }),
  scheduleByUser: (k: { userId: number; sendAt: string; id: number }): Key => ({
    pk: `SCHU#${k.userId}`,
    sk: `${k.sendAt}#${padded(k.id)}`,
  }),
  taggedContact: (k: { tag: { id: number }; contactId: number }): Key => ({
    pk: `TAGGED#${k.tag.id}`,
    sk: padded(k.contactId),
  }),
  taggedContactByName: (k: { tagId: number; normalizedName: string; contactId: number }): Key => ({
    pk: `TAGGEDBY#${k.tagId}`,
    sk: `${k.normalizedName.slice(0, 200)}#${padded(k.contactId)}`,
  }),

  // Messages of a contact on a connection.
  message: (k: { contactId: number; connectionId: number; sortKey: string }): Key => ({
    pk: `M#${k.contactId}#${k.connectionId}`,
    sk: k.sortKey,
  }),
  // Messages with a file.
  messageWithFile: (k: { contactId: number; connectionId: number; sortKey: string }): Key => ({
    pk: `MF#${k.contactId}#${k.connectionId}`,
    sk: k.sortKey,
  }),
  providerMessage: (k: { connectionId: number; providerMessageId: string }): Key => ({
    pk: `PM#${k.connectionId}#${k.providerMessageId}`,
    sk: 'PM',
  }),
  clientMessage: (k: { userId: number; clientId: string }): Key => ({
    pk: `CM#${k.userId}#${k.clientId}`,
    sk: 'CM',
  }),
  externalCall: (k: { connectionId: number; keyHash: string }): Key => ({
    pk: `CALL#${k.connectionId}#${k.keyHash}`,
    sk: 'CALL',
  }),
  // A company's days in order: a month is one query.
  apiUsage: (k: { day: string; shard: number }): Key => ({ pk: 'API-USAGE', sk: `${k.day}#${k.shard}` }),

  // Search: the first two characters form the partition; the sort key is the token and the id that it refers to.
  contactToken: (k: { token: string; contactId: number; ofNames?: boolean }): Key => ({
    pk: `${k.ofNames === true ? 'SN' : 'SC'}#${k.token.slice(0, 2)}`,
    sk: `${k.token}#${padded(k.contactId)}`,
  }),
  messageToken: (k: { word: string; messageId: string; sortKey: string }): Key => ({
    pk: `SM#${k.word}`,
    sk: `${k.sortKey}#${k.messageId}`,
  }),

  // Campaigns. What a running campaign changes lies apart from its own row.
  campaign: (k: { id: number }): Key => ({ pk: 'CAMPAIGN', sk: padded(k.id) }),
  campaignByStatus: (k: { rank: number; id: number }): Key => ({
    pk: 'CAMPAIGNS',
    // The latest of a status come first.
    sk: `${k.rank}#${padded(ID_MAX - k.id)}`,
  }),
  campaignProgress: (k: { campaignId: number }): Key => ({ pk: `CAMPAIGN#${k.campaignId}`, sk: 'PROGRESS' }),
  campaignFigures: (k: { campaignId: number }): Key => ({ pk: `CAMPAIGN#${k.campaignId}`, sk: 'FIGURES' }),
  // A partition has a thousand receivers with their shares of the sums, so that no partition grows with the campaign.
  campaignReceiver: (k: { campaignId: number; position: number }): Key => ({
    pk: receiverBlock(k),
    sk: `R#${padded(k.position)}`,
  }),
  plannedReceivers: (k: { campaignId: number; row: number }): Key => ({
    pk: receiverBlock({ campaignId: k.campaignId, position: k.row * RECEIVERS_PER_ROW }),
    sk: `PLAN#${padded(k.row)}`,
  }),
  campaignShare: (k: { campaignId: number; position: number }): Key => ({
    pk: receiverBlock(k),
    sk: `SHARE#${padded(k.position)}`,
  }),
  campaignReceiverByState: (k: { campaignId: number; state: string; position: number }): Key => ({
    pk: `RECEIVERSBY#${k.campaignId}#${k.state}`,
    sk: padded(k.position),
  }),
  // In several partitions, as the receivers.
  campaignContact: (k: { campaignId: number; contactId: number }): Key => ({
    pk: `CAMPAIGN#${k.campaignId}#CONTACTS#${k.contactId % CAMPAIGN_CONTACT_SHARDS}`,
    sk: padded(k.contactId),
  }),
  campaignNumber: (k: { number: string }): Key => ({ pk: `CAMPAIGNED#${k.number}`, sk: 'NUMBER' }),
  campaignQuality: (k: { connectionId: number; day: string }): Key => ({
    pk: `QUALITY#${k.connectionId}`,
    sk: k.day,
  }),
  suppression: (k: { number: string }): Key => ({ pk: 'SUPPRESSIONS', sk: k.number }),

  // Flows, each with its draft and versions in a partition of its own. Figures of a day are apart by the node at which a
  // step began, so that no row grows with the flow. A file lies with all flows that have it; of flow 0 is the file itself.
  flow: (k: { id: number }): Key => ({ pk: 'FLOWS', sk: padded(k.id) }),
  flowDraft: (k: { flowId: number }): Key => ({ pk: `FLOW#${k.flowId}`, sk: 'DRAFT' }),
  flowVersion: (k: { flowId: number; number: number }): Key => ({
    pk: `FLOW#${k.flowId}`,
    sk: `VERSION#${padded(k.number)}`,
  }),
  flowFigures: (k: { flowId: number; day: string; from: string }): Key => ({
    pk: `FLOWFIGURES#${k.flowId}`,
    sk: `${k.day}#${k.from}`,
  }),
  flowFile: (k: { name: string; flowId: number }): Key => ({
    pk: `FLOWFILE#${k.name}`,
    sk: padded(k.flowId),
  }),
  flowFileOfFlow: (k: { name: string; flowId: number }): Key => ({
    pk: `FLOWFILES#${k.flowId}`,
    sk: k.name,
  }),

  // Endpoints of webhooks, each with its health; and what was and will be sent to each.
  webhookEndpoint: (k: { id: number }): Key => ({ pk: 'ENDPOINTS', sk: `${padded(k.id)}#ENDPOINT` }),
  endpointHealth: (k: { endpointId: number }): Key => ({
    pk: 'ENDPOINTS',
    sk: `${padded(k.endpointId)}#HEALTH`,
  }),
  webhookDelivery: (k: { endpointId: number; id: string }): Key => ({
    pk: `DELIVERIES#${k.endpointId}`,
    sk: k.id,
  }),
  waitingDelivery: (k: { endpointId: number; subject: string; deliveryId: string }): Key => ({
    pk: `WAITING#${k.endpointId}#${k.subject}`,
    sk: k.deliveryId,
  }),

  // Integrations, how their services answer, and the log of the calls of each.
  integration: (k: { id: number }): Key => ({ pk: 'INTEGRATIONS', sk: padded(k.id) }),
  integrationHealth: (k: { integrationId: number }): Key => ({
    pk: 'INTEGRATION-HEALTH',
    sk: padded(k.integrationId),
  }),
  integrationCall: (k: { integrationId: number; id: string }): Key => ({
    pk: `INTEGRATIONCALLS#${k.integrationId}`,
    sk: k.id,
  }),

  // Assistants, what each used in a month, how their providers answer, and the log of the calls of each.
  assistant: (k: { id: number }): Key => ({ pk: 'ASSISTANTS', sk: padded(k.id) }),
  assistantUsage: (k: { assistantId: number; month: string }): Key => ({
    pk: `ASSISTANTUSAGE#${k.month}`,
    sk: padded(k.assistantId),
  }),
  assistantCorrection: (k: { assistantId: number; id: number }): Key => ({
    pk: `ASSISTANTCORRECTIONS#${k.assistantId}`,
    sk: padded(k.id),
  }),
  assistantHealth: (k: { assistantId: number }): Key => ({
    pk: 'ASSISTANT-HEALTH',
    sk: padded(k.assistantId),
  }),
  assistantCall: (k: { assistantId: number; id: string }): Key => ({
    pk: `ASSISTANTCALLS#${k.assistantId}`,
    sk: k.id,
  }),

  // The audit log of a company, by UTC month.
  auditEntry: (k: { at: string; id: string }): Key => ({
    pk: `AUDIT#${k.at.slice(0, 7)}`,
    sk: `${k.at}#${k.id}`,
  }),

  // Sums for reports: a row per period and shard, a marker per fact, and the counted share of each row.
  rollup: (k: { kind: string; period: string; shard: number }): Key => ({
    pk: `ROLLUP#${k.kind}`,
    sk: `${k.period}#${k.shard}`,
  }),
  countedFact: (k: { id: string }): Key => ({ pk: `FACT#${k.id}`, sk: 'FACT' }),
  countedShare: (k: { id: string }): Key => ({ pk: `SHARE#${k.id}`, sk: 'SHARE' }),

  // Technical rows.
  unique: (k: { kind: string; value: string }): Key => ({ pk: `UNIQUE#${k.kind}#${k.value}`, sk: 'UNIQUE' }),
  counter: (k: { name: string }): Key => ({ pk: `COUNTER#${k.name}`, sk: 'COUNTER' }),
  session: (k: { userId: number; id: string }): Key => ({ pk: `U#${k.userId}`, sk: `SESSION#${k.id}` }),
  // One partition per queue and group, so that a group's waiting messages are read in order.
  outbox: (k: { queue: string; groupId: string; id: string }): Key => ({
    pk: `OUTBOX#${k.queue}#${k.groupId}`,
    sk: k.id,
  }),
  timer: (k: { kind: string; subject: string }): Key => ({ pk: `TIMER#${k.kind}#${k.subject}`, sk: 'TIMER' }),
  upload: (k: { key: string }): Key => ({ pk: `UPLOAD#${k.key}`, sk: 'UPLOAD' }),
  // One partition, because a company's are read together for its events, and a user's for their number.
  socket: (k: { userId: number; socketId: string }): Key => ({
    pk: 'WS',
    sk: `${padded(k.userId)}#${k.socketId}`,
  }),
  // In the same partition, and before the user's sockets: a reader that no longer sees the page sees its socket.
  startingPage: (k: { userId: number }): Key => ({ pk: 'WS', sk: padded(k.userId) }),
  answerCount: (k: { contactId: number; connectionId: number }): Key => ({
    pk: `ANSWERS#${k.contactId}#${k.connectionId}`,
    sk: 'ANSWERS',
  }),
  numberCheck: (k: { connectionId: number; number: string }): Key => ({
    pk: `NUMBERCHECK#${k.connectionId}#${k.number}`,
    sk: 'NUMBERCHECK',
  }),
  // Not in the directory, because they change on their own and few requests need them. States are read as a list.
  connectionState: (k: { connectionId: number }): Key => ({
    pk: 'CONNECTION-STATES',
    sk: padded(k.connectionId),
  }),
  connectionPairing: (k: { connectionId: number }): Key => ({ pk: `WA#${k.connectionId}`, sk: 'PAIRING' }),
  // Message templates of a provider's business, by name and language. The sort key of the sync sorts before them.
  messageTemplate: (k: { businessId: string; name: string; language: string }): Key => ({
    pk: `TEMPLATES#${k.businessId}`,
    sk: `NAME#${k.name}#${k.language}`,
  }),
  messageTemplateById: (k: { businessId: string; id: string }): Key => ({
    pk: `TEMPLATEID#${k.businessId}#${k.id}`,
    sk: 'TEMPLATEID',
  }),
  templateSync: (k: { businessId: string }): Key => ({ pk: `TEMPLATES#${k.businessId}`, sk: '#SYNC' }),
  connectionHealth: (k: { connectionId: number }): Key => ({ pk: 'HEALTH', sk: padded(k.connectionId) }),
  circuit: (k: { connectionId: number }): Key => ({ pk: `CIRCUIT#${k.connectionId}`, sk: 'CIRCUIT' }),
  lease: (k: { connectionId: number }): Key => ({ pk: `WA#${k.connectionId}`, sk: 'LEASE' }),
  historyImport: (k: { connectionId: number }): Key => ({ pk: `HISTORY#${k.connectionId}`, sk: 'IMPORT' }),
  historyStep: (k: { connectionId: number; step: string }): Key => ({
    pk: `HISTORY#${k.connectionId}`,
    sk: `STEP#${k.step}`,
  }),
  phoneContact: (k: { connectionId: number; list: string; number: string }): Key => ({
    pk: `PHONE#${k.connectionId}`,
    sk: `${k.list}#${k.number}`,
  }),
  whatsappAuth: (k: { connectionId: number; name: string }): Key => ({
    pk: `WA#${k.connectionId}`,
    sk: `AUTH#${k.name}`,
  }),

  // Rows that belong to no company.
  global: {
    email: (k: { email: string }): Key => ({ pk: `EMAIL#${k.email}`, sk: 'EMAIL' }),
    companyName: (k: { name: string }): Key => ({ pk: `COMPANYNAME#${k.name}`, sk: 'COMPANYNAME' }),
    plan: (k: { id: number }): Key => ({ pk: 'PLANS', sk: padded(k.id) }),
    platformSettings: (): Key => ({ pk: 'PLATFORM', sk: 'SETTINGS' }),
    help: (k: { id: number }): Key => ({ pk: 'HELPS', sk: padded(k.id) }),
    counter: (k: { name: string }): Key => ({ pk: `GLOBALCOUNTER#${k.name}`, sk: 'COUNTER' }),
    attempts: (k: { kind: string; subject: string }): Key => ({
      pk: `ATTEMPTS#${k.kind}#${k.subject}`,
      sk: 'ATTEMPTS',
    }),
    socketToken: (k: { hash: string }): Key => ({ pk: `RT#${k.hash}`, sk: 'RT' }),
    socketOwner: (k: { socketId: string }): Key => ({ pk: `WS#${k.socketId}`, sk: 'OWNER' }),
    // One partition takes the 500 connections a second that API Gateway opens.
    listeningSocket: (k: { companyId: number; socketId: string }): Key => ({
      pk: 'LISTENING',
      sk: `${padded(k.companyId)}#${k.socketId}`,
    }),
    dueTimer: (k: { shard: number; dueAt: string; kind: string; subject: string }): Key => ({
      pk: `DUE#${k.shard}`,
      sk: `${k.dueAt}#${k.kind}#${k.subject}`,
    }),
    waitingOutbox: (k: { shard: number; at: string; companyId: number; id: string }): Key => ({
      pk: `OUTBOXAT#${k.shard}`,
      sk: `${k.at}#${padded(k.companyId)}#${k.id}`,
    }),
    // One partition, because a tick reads all of them at once.
    timerWalk: (k: { shard: number }): Key => ({ pk: 'TIMERWALKS', sk: padded(k.shard) }),
    dueSend: (k: { shard: number; dueAt: string; companyId: number; messageId: string }): Key => ({
      pk: `SENDING#${k.shard}`,
      sk: `${k.dueAt}#${k.companyId}#${k.messageId}`,
    }),
    sessionShard: (k: { shard: number; companyId: number; id: number }): Key => ({
      pk: `SHARD#${k.shard}`,
      sk: `${padded(k.companyId)}#${padded(k.id)}`,
    }),
    // One partition is enough, because connections are only added and removed by hand.
    connectionOfAny: (k: { companyId: number; id: number }): Key => ({
      pk: 'ALLCONNECTIONS',
      sk: `${padded(k.companyId)}#${padded(k.id)}`,
    }),
    announcement: (k: { id: number }): Key => ({ pk: 'ANNOUNCEMENT', sk: padded(k.id) }),
    announcementByTime: (k: { publishedAt: string; id: number }): Key => ({
      pk: 'ANNOUNCEMENTS',
      sk: `${k.publishedAt}#${padded(k.id)}`,
    }),
    quarantine: (k: { source: string; id: string }): Key => ({ pk: `QUARANTINE#${k.source}`, sk: k.id }),
    connectionToken: (k: { hash: string }): Key => ({ pk: `TOKEN#${k.hash}`, sk: 'TOKEN' }),
    channelRoute: (k: { channel: string; accountId: string }): Key => ({
      pk: `ROUTE#${k.channel}#${k.accountId}`,
      sk: 'ROUTE',
    }),
    businessRoute: (k: {
      channel: string;
      businessId: string;
      companyId: number;
      connectionId: number;
    }): Key => ({
      pk: `BUSINESS#${k.channel}#${k.businessId}`,
      sk: `${padded(k.companyId)}#${padded(k.connectionId)}`,
    }),
  },
} as const;
