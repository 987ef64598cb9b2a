import { isPermitted } from '@prosa/shared/permissions.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { isOnline } from '@prosa/shared/rules/presence.ts';
import type { Delivery, EventContext, Recipient, TicketRow } from '../domain/events/context.ts';
import { fitEvent } from '../domain/events/fit-event.ts';
import { parseChatRoom } from '../domain/events/rooms.ts';
import { withoutRepeats } from '../domain/events/without-repeats.ts';
import { isImportStep } from '../domain/history/untouched-import.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { isExpired, viewerOf } from '../platform/auth/principal.ts';
import { mediaLinker } from '../platform/blob/media-link.ts';
import { systemClock } from '../platform/clock.ts';
import { type Directory, forgetDirectory, getDirectory } from '../platform/directory.ts';
import { deliverFrames } from '../platform/realtime/deliver-frames.ts';
import { framesOf } from '../platform/realtime/pack-frames.ts';
import { loadListeners, type OpenSocket, type WaitingPage } from '../platform/realtime/sockets.ts';
import { noteMissed } from '../platform/realtime/starting-pages.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { CampaignProgress } from '../platform/table/entities/campaigns.ts';
import { ConnectionState } from '../platform/table/entities/connections.ts';
import type { InternalChat } from '../platform/table/entities/internal-chats.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { Presence } from '../platform/table/entities/users.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { loadCampaignFacts } from '../repositories/campaigns/campaign-facts.ts';
import { loadInternalChats } from '../repositories/organisation/internal-chats.ts';
import { decideEvents, LIVE_ENTITIES, type LiveChange } from './live-entities.ts';
import { isChangeOf, isLasting, type RowChange } from './read-changes.ts';

/**
 * Entities whose change comes with a change of the directory, or whose events show data of the directory: the
 * directory is read again.
 */
const DIRECTORY_ENTITIES = new Set<string>([
  'user',
  'queue',
  'connection',
  'connectionState',
  'companySettings',
]);

type LiveRowChange = Extract<RowChange, LiveChange>;

const isOfImport = (change: RowChange): boolean =>
  (isChangeOf('message')(change) && change.before === undefined && change.after?.imported === true) ||
  (isChangeOf('ticket')(change) && isImportStep(change));

/**
 * Whether a change is published to browsers. Changes of a running import are not; browsers are informed when it has
 * ended.
 */
export const isLive = (change: RowChange): change is LiveRowChange =>
  LIVE_ENTITIES.has(change.entity) && !isOfImport(change);

/**
 * Turns a row that was created and deleted within a batch into a removal, because a browser may have fetched it in
 * between.
 */
const asRemoval = <C extends RowChange>(change: C): C =>
  isLasting(change) ? change : { ...change, before: change.between.at(-1) };

/** Returns the active users of these browsers; none if the company's subscription has expired. */
const recipientsOf = (
  browsers: readonly { userId: number }[],
  directory: Directory,
  nowMs: number,
): Recipient[] =>
  [...new Set(browsers.map((browser) => browser.userId))].flatMap((userId) => {
    const user = directory.users.get(userId);
    if (user === undefined || !user.active || (isExpired(directory, nowMs) && !user.super)) return [];
    return [
      {
        viewer: viewerOf(user, directory),
        masksNumbers: hidesNumbers(directory.settings, user),
        managesConnections: isPermitted('connections:manage', user),
        watchesTickets: isPermitted('moments:view', user),
      },
    ];
  });

/**
 * Returns the tickets of changed messages, and those by which browsers have these conversations open. From the batch
 * if possible, otherwise read: one call, and none without recipients.
 */
const ticketsFor = async (
  table: Table,
  changes: readonly RowChange[],
  sockets: readonly OpenSocket[],
): Promise<Map<number, TicketRow>> => {
  const messages = changes
    .filter(isChangeOf('message'))
    .flatMap(({ before, after }) => after ?? before ?? []);
  const conversations = new Set(messages.map((message) => `${message.contactId}:${message.connectionId}`));
  const rooms = sockets.flatMap((socket) => socket.rooms.flatMap((room) => parseChatRoom(room) ?? []));
  const wanted = new Set([
    ...messages.map((message) => message.ticketId),
    ...rooms
      .filter((room) => conversations.has(`${room.contactId}:${room.connectionId}`))
      .map((room) => room.ticketId),
  ]);
  const tickets = new Map<number, TicketRow>();
  for (const change of changes.filter(isChangeOf('ticket'))) {
    const id = (change.after ?? change.before)?.id;
    if (id === undefined || !wanted.delete(id)) continue;
    if (change.after !== undefined) tickets.set(id, change.after);
  }
  if (wanted.size === 0) return tickets;
  const keys = [...wanted].map((id) => ({ id }));
  for (const row of await table.getMany(Ticket, keys, { consistent: true })) {
    if (row !== undefined) tickets.set(row.id, row);
  }
  return tickets;
};

/** Returns the chats of new messages between users. From the batch if possible, otherwise read. */
const chatsFor = async (
  table: Table,
  changes: readonly RowChange[],
): Promise<Map<number, Row<typeof InternalChat>>> => {
  const changed = new Map(
    changes.filter(isChangeOf('internalChat')).map(({ before, after }) => [(after ?? before)?.id, after]),
  );
  const wanted = new Set(
    changes.filter(isChangeOf('internalChatMessage')).flatMap(({ after }) => after?.chatId ?? []),
  );
  const read = await loadInternalChats(
    table,
    [...wanted].filter((id) => !changed.has(id)),
  );
  const inBatch = [...wanted].flatMap((id) => changed.get(id) ?? []);
  return new Map([...read.values(), ...inBatch].map((chat) => [chat.id, chat]));
};

/** Returns the live states for the events of connections that changed or got a pairing code. */
const statesFor = async (
  table: Table,
  changes: readonly RowChange[],
): Promise<Map<number, Row<typeof ConnectionState>>> => {
  const ids = new Set([
    ...changes.filter(isChangeOf('connection')).flatMap(({ after }) => after?.id ?? []),
    ...changes.filter(isChangeOf('connectionPairing')).flatMap(({ after }) => after?.connectionId ?? []),
  ]);
  if (ids.size === 0) return new Map();
  const rows = await table.getMany(
    ConnectionState,
    [...ids].map((connectionId) => ({ connectionId })),
    { consistent: true },
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.connectionId, row]])));
};

/** Returns which of the changed users are online. */
const onlineOf = async (table: Table, changes: readonly RowChange[], nowMs: number): Promise<Set<number>> => {
  const ids = changes
    .filter(isChangeOf('user'))
    .flatMap(({ after }) => (after === undefined ? [] : [after.id]));
  if (ids.length === 0) return new Set();
  const rows = await table.getMany(
    Presence,
    ids.map((userId) => ({ userId })),
    { consistent: true },
  );
  return new Set(rows.flatMap((row) => (row !== undefined && isOnline(row, nowMs) ? [row.userId] : [])));
};

/** Returns the number of receivers of the campaigns whose figures changed. */
const plannedOf = async (table: Table, changes: readonly RowChange[]): Promise<Map<number, number>> => {
  const ids = changes
    .filter(isChangeOf('campaignFigures'))
    .flatMap(({ after }) => (after === undefined ? [] : [{ campaignId: after.campaignId }]));
  if (ids.length === 0) return new Map();
  const rows = await table.getMany(CampaignProgress, ids, { consistent: true });
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.campaignId, row.planned]])));
};

/**
 * Whether a page without a WebSocket connection yet misses an event. Events `user` do not count: they tell who is online,
 * which no list shows, and every sign-in causes one. The events of rooms need no check: a message also changes its ticket.
 */
const isMissedBy = ({ event, hears }: Delivery, { userId }: WaitingPage): boolean =>
  event.name !== 'user' && hears({ userId, rooms: [] });

/** Returns false, before anything is sent, if a page may have connected since the WebSocket connections were read. */
const publishOnce = async (companyId: CompanyId, changes: readonly LiveRowChange[]): Promise<boolean> => {
  const table = openTable(companyId);
  const nowMs = systemClock.now();
  const [{ sockets, pages }, directory] = await Promise.all([loadListeners(table), getDirectory(companyId)]);
  if (sockets.length + pages.length === 0 || directory === undefined) return true;

  const campaignRows = changes.filter(isChangeOf('campaign')).flatMap(({ after }) => after ?? []);
  const [tickets, chats, states, online, campaigns, planned, link] = await Promise.all([
    ticketsFor(table, changes, sockets),
    chatsFor(table, changes),
    statesFor(table, changes),
    onlineOf(table, changes, nowMs),
    loadCampaignFacts(table, campaignRows),
    plannedOf(table, changes),
    mediaLinker(nowMs),
  ]);
  const context: EventContext = {
    companyId,
    nowMs,
    names: directory,
    states,
    recipients: recipientsOf([...sockets, ...pages], directory, nowMs),
    tickets,
    chats,
    campaigns,
    planned,
    online,
    link,
  };
  const deliveries = changes.flatMap((change) => decideEvents(change, context));
  const missing = pages.filter((page) => deliveries.some((delivery) => isMissedBy(delivery, page)));
  if (!(await noteMissed(table, missing))) return false;
  const events = deliveries
    .map(({ event, hears }) => ({ event, listeners: sockets.filter(hears) }))
    .filter(({ listeners }) => listeners.length > 0)
    .map((heard) => ({ ...heard, ...fitEvent(heard.event) }));
  const placesOf = new Map<OpenSocket, number[]>();
  withoutRepeats(events).forEach(({ listeners }, place) => {
    for (const socket of listeners) {
      const places = placesOf.get(socket);
      if (places === undefined) placesOf.set(socket, [place]);
      else places.push(place);
    }
  });
  if (placesOf.size === 0) return true;
  await deliverFrames(
    table,
    await framesOf(
      events.map(({ bytes }) => bytes),
      placesOf,
    ),
  );
  return true;
};

/**
 * Publishes a batch's changes to the browsers of a company. Reads for each batch the WebSocket connections; in parallel
 * the directory if its cache is old; then the tickets of messages that came without their ticket and the chats of
 * messages between users, the states of connections that changed, and the counts and names of campaigns that changed.
 * Sends one frame to each browser, or one for each event if the browser takes only single events.
 *
 * A page without a WebSocket connection cannot get the events. So a row first records that the page missed one. If the
 * page has connected in the meantime, everything is read again.
 */
export const publishEvents = async (companyId: CompanyId, all: readonly RowChange[]): Promise<void> => {
  const changes = all.filter(isLive).map(asRemoval);
  if (changes.length === 0) return;
  if (changes.some((change) => DIRECTORY_ENTITIES.has(change.entity))) forgetDirectory(companyId);
  // A page connects once, so this ends.
  while (!(await publishOnce(companyId, changes)));
};
