import type {
  Change,
  Delivery,
  EventContext,
  MessageRow,
  Recipient,
  TicketChange,
  TicketRow,
} from '@prosa/functions/domain/events/context.ts';
import { decideEvents } from '@prosa/functions/domain/events/decide-events.ts';
import { fitEvent } from '@prosa/functions/domain/events/fit-event.ts';
import { chatRoom, NOTIFICATION_ROOM } from '@prosa/functions/domain/events/rooms.ts';
import { presentMessage } from '@prosa/functions/domain/presenters/present-message.ts';
import { presentTicket } from '@prosa/functions/domain/presenters/present-ticket.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { EVENTS, type EventData } from '@prosa/shared/events/catalogue.ts';
import {
  canSeeHistory,
  canSeeTicket,
  matchesTicketList,
  type TicketListFilter,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import { eventContext, messageRow, ticketRow, viewer } from '../factories/rows.ts';

const SEEDS = 200;
const CHANGES = 500;
const TICKETS = 25;
const CONTACTS = 8;

type Random = () => number;
const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
const pick = <T>(random: Random, of: readonly T[]): T => {
  const chosen = of[Math.floor(random() * of.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};

const PEOPLE: Recipient[] = [
  viewer({ id: 1, profile: 'admin' }),
  viewer({ id: 2, queueIds: [1] }),
  viewer({ id: 3, queueIds: [2, 3], allTicket: true }),
  viewer({ id: 4, queueIds: [1, 2], allUserChat: true, allowGroup: true }),
  viewer({ id: 5, queueIds: [3], allHistoric: true }),
].map((one) => ({ viewer: one, masksNumbers: one.id === 5, managesConnections: false }));

const FILTERS: TicketListFilter[] = (['open', 'pending', 'closed', 'group'] as const).flatMap((status) => [
  { status, showAll: false },
  { status, showAll: true, queueIds: [1, 2, 3] },
]);

const facts = (ticket: TicketView) => ({ ...ticket, connectionId: ticket.whatsappId });

/** The table: what a fetch answers. */
class World {
  readonly tickets = new Map<number, TicketRow>();
  readonly messages = new Map<string, MessageRow>();
  readonly context: EventContext = eventContext({ recipients: PEOPLE, tickets: this.tickets });

  listFor(who: Recipient, filter: TicketListFilter): TicketView[] {
    return [...this.tickets.values()]
      .filter((ticket) => matchesTicketList(ticket, filter, who.viewer))
      .map((ticket) => presentTicket(ticket, this.context.names, { maskNumbers: who.masksNumbers }));
  }

  historyFor(who: Viewer, ticketId: number): MessageView[] | undefined {
    const ticket = this.tickets.get(ticketId);
    if (ticket === undefined || !canSeeTicket(ticket, who)) return undefined;
    return [...this.messages.values()]
      .filter((message) => message.contactId === ticket.contactId && canSeeHistory(message, ticket, who))
      .map((message) => presentMessage(message, this.context.names, '', this.context.link));
  }
}

/** A browser: lists as it shows them, one open conversation, and events applied to both. */
class Browser {
  readonly who: Recipient;
  readonly lists = FILTERS.map(() => new Map<number, TicketView>());
  chat: { ticketId: number; contactId: number; messages: Map<string, MessageView> } | undefined;
  isOnline = true;

  constructor(who: Recipient) {
    this.who = who;
  }

  get rooms(): string[] {
    const { chat } = this;
    return [
      NOTIFICATION_ROOM,
      ...(chat === undefined
        ? []
        : [chatRoom({ ticketId: chat.ticketId, contactId: chat.contactId, connectionId: 1 })]),
    ];
  }

  refetch(world: World): void {
    FILTERS.forEach((filter, index) => {
      const list = this.lists[index];
      list?.clear();
      for (const ticket of world.listFor(this.who, filter)) list?.set(ticket.id, ticket);
    });
    if (this.chat !== undefined) this.open(world, this.chat.ticketId);
  }

  open(world: World, ticketId: number): void {
    const ticket = world.tickets.get(ticketId);
    const history = world.historyFor(this.who.viewer, ticketId);
    this.chat =
      ticket === undefined || history === undefined
        ? undefined
        : {
            ticketId,
            contactId: ticket.contactId,
            messages: new Map(history.map((message) => [message.id, message])),
          };
  }

  private put(ticket: TicketView): void {
    this.lists.forEach((list, index) => {
      const filter = FILTERS[index];
      if (filter === undefined || (list.get(ticket.id)?.version ?? -1) >= ticket.version) return;
      if (matchesTicketList(facts(ticket), filter, this.who.viewer)) list.set(ticket.id, ticket);
      else list.delete(ticket.id);
    });
  }

  private applyTicket(data: EventData<'ticket'>): void {
    switch (data.action) {
      case 'create':
      case 'update':
        this.put(data.ticket);
        return;
      case 'delete':
        for (const list of this.lists) list.delete(data.ticketId);
        if (this.chat?.ticketId === data.ticketId) this.chat = undefined;
        return;
      case 'updateUnread':
        for (const list of this.lists) {
          const known = list.get(data.ticketId);
          if (known !== undefined && known.version < data.version) {
            list.set(known.id, { ...known, unreadMessages: 0, version: data.version });
          }
        }
        return;
      case 'reference':
        throw new Error('no ticket of this test is large');
    }
  }

  private applyMessage(data: EventData<'appMessage'>): void {
    if (data.action === 'reference') throw new Error('no message of this test is large');
    if (data.action === 'create' && data.ticket !== null) this.put(data.ticket);
    const { message } = data;
    const { chat } = this;
    if (chat === undefined || message.contactId !== chat.contactId) return;
    const mine = { viewer: this.who.viewer, ticketId: chat.ticketId };
    if (!canSeeHistory(message, { id: mine.ticketId, isGroup: false }, mine.viewer)) return;
    if ((chat.messages.get(message.id)?.version ?? -1) >= message.version) return;
    if (data.action === 'delete') chat.messages.delete(message.id);
    // The contact's name is the list's business; messages of this test are compared without it.
    else
      chat.messages.set(
        message.id,
        message.contact === null ? message : { ...message, contact: { ...message.contact, name: '' } },
      );
  }

  receive(frames: readonly Heard[]): void {
    if (!this.isOnline) return;
    for (const { hears, ticket, message } of frames) {
      if (!hears({ userId: this.who.viewer.id, rooms: this.rooms })) continue;
      if (ticket !== undefined) this.applyTicket(ticket);
      if (message !== undefined) this.applyMessage(message);
    }
  }
}

/** An event as it arrives, read once for all browsers. */
interface Heard {
  hears: Delivery['hears'];
  ticket?: EventData<'ticket'>;
  message?: EventData<'appMessage'>;
}

const toHeard = ({ event, hears }: Delivery): Heard => {
  const { event: name, data } = fitEvent(event);
  return name.endsWith('-ticket')
    ? { hears, ticket: EVENTS.ticket.schema.parse(data) }
    : { hears, message: EVENTS.appMessage.schema.parse(data) };
};

type LoggedChange =
  | ({ entity: 'ticket'; key: string } & Change<TicketRow>)
  | ({ entity: 'message'; key: string } & Change<MessageRow>);

/** Something a customer or an attendant does, as the table's stream tells it. */
const change = (world: World, random: Random, serial: number): LoggedChange[] => {
  const id = 1 + Math.floor(random() * TICKETS);
  const before = world.tickets.get(id);
  const write = (after: TicketRow | undefined): LoggedChange => {
    if (after === undefined) world.tickets.delete(id);
    else world.tickets.set(id, after);
    return { entity: 'ticket', key: `t${id}`, before, after };
  };
  const queueId = pick(random, [null, 1, 2, 3]);
  if (before === undefined) {
    const fields = { id, contactId: 1 + (id % CONTACTS), queueId, version: serial, unreadMessages: 1 };
    return [write(ticketRow({ ...fields, status: pick(random, ['pending', 'pending', 'group']) }))];
  }
  const version = before.version + 1;
  const userId = pick(random, [1, 2, 3, 4, 5]);
  const activityAt = new Date(Date.parse(before.activityAt) + serial).toISOString();
  const step = random();
  if (step < 0.15)
    return [write({ ...before, version, activityAt, status: 'open', userId, queueId: queueId ?? 1 })];
  if (step < 0.25) return [write({ ...before, version, activityAt, status: 'pending', userId: null })];
  if (step < 0.35) return [write({ ...before, version, activityAt, queueId })];
  if (step < 0.43) return [write({ ...before, version, activityAt, status: 'closed', unreadMessages: 0 })];
  if (step < 0.46) return [write(undefined)];
  if (step < 0.56) return [write({ ...before, version, unreadMessages: 0 })];

  const messages = [...world.messages.values()].filter((message) => message.contactId === before.contactId);
  if (step < 0.8 || messages.length === 0) {
    const sortKey = `${1_763_640_000_000 + serial}-${String(serial).padStart(20, '0')}`;
    const message = messageRow({
      contactId: before.contactId,
      sortKey,
      ticketId: id,
      queueId: before.queueId,
      body: `message ${serial}`,
      fromMe: random() < 0.5,
      isPrivate: random() < 0.1,
    });
    world.messages.set(message.id, message);
    const unreadMessages = before.unreadMessages + 1;
    return [
      write({ ...before, version, activityAt, unreadMessages, lastMessage: message.body }),
      { entity: 'message', key: message.id, before: undefined, after: message },
    ];
  }
  const message = pick(random, messages);
  const next = { ...message, version: message.version + 1 };
  const { after } = pick(random, [
    { after: { ...next, ack: Math.min(5, message.ack + 1) } },
    { after: { ...next, body: `${message.body} edited`, isEdited: true } },
    { after: { ...next, isDeleted: true } },
    { after: message.isPrivate ? undefined : next },
  ]);
  if (after === undefined) world.messages.delete(message.id);
  else world.messages.set(message.id, after);
  return [{ entity: 'message', key: message.id, before: message, after }];
};

/** The events of a batch: one change for each row, as the consumer of the stream makes them. */
const eventsOf = (batch: readonly LoggedChange[], context: EventContext): Delivery[] => {
  const rows = new Map<
    string,
    ({ entity: 'ticket' } & TicketChange) | ({ entity: 'message' } & Change<MessageRow>)
  >();
  for (const one of batch) {
    const first = rows.get(one.key);
    rows.delete(one.key);
    if (one.entity === 'ticket' && first?.entity === 'ticket') {
      const between = [...(first.between ?? []), ...(one.before === undefined ? [] : [one.before])];
      rows.set(one.key, { entity: 'ticket', before: first.before, after: one.after, between });
    } else if (one.entity === 'message' && first?.entity === 'message') {
      rows.set(one.key, { entity: 'message', before: first.before, after: one.after });
    } else rows.set(one.key, one);
  }
  return [...rows.values()].flatMap((row) => decideEvents(row, context));
};

const stateOf = (browser: Browser) => ({
  lists: browser.lists.map((list) => [...list.values()].toSorted((a, b) => a.id - b.id)),
  chat:
    browser.chat === undefined
      ? undefined
      : [...browser.chat.messages.values()].toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1)),
});

const live = (seed: number): void => {
  const random = randomFrom(seed);
  const world = new World();
  const browsers = PEOPLE.map((who) => new Browser(who));
  let behind: LoggedChange[] = [];
  const consume = (): void => {
    const frames = eventsOf(behind, world.context).map(toHeard);
    behind = [];
    // A batch may be repeated whole before the next one comes.
    const times = random() < 0.1 ? 3 : 1;
    for (let time = 0; time < times; time++) for (const browser of browsers) browser.receive(frames);
  };
  for (let serial = 1; serial <= CHANGES; serial++) {
    behind.push(...change(world, random, serial));
    if (random() < 0.3) consume();
    for (const browser of browsers) {
      const step = random();
      if (step < 0.01 && browser.isOnline) browser.isOnline = false;
      else if (step < 0.03 && !browser.isOnline) {
        browser.isOnline = true;
        // What is fetched is ahead of the stream, whose older events are still to come.
        browser.refetch(world);
      } else if (step < 0.05 && browser.isOnline) browser.open(world, 1 + Math.floor(random() * TICKETS));
    }
  }
  for (const browser of browsers) {
    if (browser.isOnline) continue;
    browser.isOnline = true;
    browser.refetch(world);
  }
  consume();
  for (const browser of browsers) {
    const fresh = new Browser(browser.who);
    fresh.chat = browser.chat;
    fresh.refetch(world);
    expect(stateOf(browser), `seed ${seed}, user ${browser.who.viewer.id}`).toEqual(stateOf(fresh));
  }
};

describe('R42: a browser that applies events', () => {
  it(`shows what a fetch would, whatever it missed: ${SEEDS} seeds of ${CHANGES} changes`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) live(seed);
  });
});
