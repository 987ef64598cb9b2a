import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionHealth } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import {
  beginReceiverSend,
  takeBackReceiverSend,
} from '@prosa/functions/repositories/campaigns/begin-send.ts';
import {
  loadCampaignFigures,
  loadQuality,
} from '@prosa/functions/repositories/campaigns/campaign-figures.ts';
import {
  campaignTimerItem,
  loadProgress,
  progressItem,
} from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadSends } from '@prosa/functions/repositories/figures/rollups.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { sessionQueue } from '@prosa/shared/resource-names.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiptEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { index } from '../support/handlers.ts';
import { CampaignDesk, numberAt } from './support/campaign-desk.ts';
import { recordsFor } from './support/consumers.ts';
import { take } from './support/inbound.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const TIME_ZONE = 'America/Sao_Paulo';

let desk: CampaignDesk;
let nowMs = Date.now();
const setClock = (ms: number) => {
  nowMs = ms;
};
beforeEach(async () => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const begin = async (people: number, fields: object = {}) => {
  const contactListId = await desk.addList(people);
  const { id } = await desk.addCampaign({ contactListId, ...fields });
  await desk.start(id);
  await desk.work();
  return id;
};
const nextBeat = async (id: number) => {
  const message = await desk.beatMessage(id);
  if (message === undefined) throw new Error('no beat');
  return message;
};
const statesOf = async (id: number) => (await desk.receivers(id)).map(({ state }) => state);
const numbersSent = () => desk.sent.map(({ to }) => to[0]?.value);
const where = () => ({ companyId: desk.company.id, connectionId: desk.connectionId });

describe('a campaign without tickets', () => {
  it('sends to everyone once, in order, at its pace, and is finished', async () => {
    const id = await begin(5);
    const startedMs = nowMs;
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1, 2, 3, 4].map(numberAt));
    expect(desk.sent.map(({ content }) => content)).toEqual(
      [0, 1, 2, 3, 4].map((nth) => ({ kind: 'text', text: `Olá Pessoa ${nth}` })),
    );
    expect(await statesOf(id)).toEqual(Array(5).fill('sent'));
    expect(await desk.campaign(id)).toMatchObject({ status: 'finished', pauseReason: null });
    expect(await desk.timer(id)).toBeUndefined();
    const receivers = await desk.receivers(id);
    const times = receivers.map(({ sentAt }) => Date.parse(sentAt ?? ''));
    for (const [nth, at] of times.entries()) {
      const pause = at - (times[nth - 1] ?? startedMs);
      if (nth > 0) expect(pause).toBeGreaterThanOrEqual(3 * SECOND);
      if (nth > 0) expect(pause).toBeLessThanOrEqual(7 * SECOND);
    }
    expect(
      (await findContactByIdentities(desk.company.table, [{ kind: 'phone', value: numberAt(0) }])).contact,
    ).toBeUndefined();
  });

  it('costs at most ten write units a message', async () => {
    const id = await begin(3);
    await desk.beat(id, setClock);
    const { body, dueMs } = await nextBeat(id);
    setClock(dueMs);
    const { usage } = await withMeter(() => desk.deliver(body));
    expect(await statesOf(id)).toEqual(['sending', 'sending', 'waiting']);
    expect(usage.writeUnits).toBeLessThanOrEqual(10);
    expect(usage.readUnits).toBeLessThanOrEqual(14);
  });

  it('R33: whatever is delivered twice, nobody gets it twice', async () => {
    const id = await begin(4);
    for (let beats = 0; beats < 8; beats++) {
      const { body, dueMs } = await nextBeat(id);
      setClock(Math.max(nowMs, dueMs));
      await desk.deliver(body, body);
      await desk.deliver(body);
      const commands = await desk.takeSends();
      for (const command of commands) await take(desk.result(command), desk.result(command));
    }
    expect(numbersSent().toSorted()).toEqual([0, 1, 2, 3].map(numberAt));
    expect(await statesOf(id)).toEqual(Array(4).fill('sent'));
  });

  it('R33: a row that was planned again after it was sent to is not sent to again', async () => {
    const id = await begin(2);
    await desk.beat(id, setClock);
    const [first] = await desk.receivers(id);
    if (first === undefined) throw new Error('no receiver');
    const { table } = desk.company;
    await desk.putReceiver({ ...first, state: 'waiting', messageId: '', sentAt: null });
    const progress = await loadProgress(table, id);
    if (progress === undefined) throw new Error('no progress');
    await commit([progressItem(table, progress, { ...progress, next: 0 }, nowMs)]);
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1].map(numberAt));
    const [after] = await desk.receivers(id);
    expect(['unknown', 'sent']).toContain(after?.state);
  });

  it('R33: keeps its pace and sends to nobody twice if the clocks of its workers differ by an hour', async () => {
    const id = await begin(6);
    const trueMs = nowMs;
    for (let beats = 0; beats < 8; beats++) {
      setClock(trueMs + (beats % 2 === 0 ? HOUR : -HOUR));
      for (const { body } of await desk.takeBeats(id)) {
        await desk.deliver(body, body);
        const next = await desk.beatMessage(id);
        if (next !== undefined && beats < 5) expect(next.dueMs - nowMs).toBeGreaterThanOrEqual(3 * SECOND);
        if (next !== undefined && beats < 5) expect(next.dueMs - nowMs).toBeLessThanOrEqual(8 * SECOND);
      }
    }
    await desk.takeSends();
    expect(numbersSent()).toEqual([0, 1, 2, 3, 4, 5].map(numberAt));
  });

  it('R23: two campaigns fill only the lane of bulk work, each company in a group of its own', async () => {
    const other = await CampaignDesk.open();
    for (const each of [desk, other]) {
      const contactListId = await each.addList(3);
      const { id } = await each.addCampaign({ contactListId });
      await each.start(id);
      await each.work();
      for (let beats = 0; beats < 3; beats++) await each.beat(id, setClock);
      const queue = sessionQueue(0, 'prompt');
      for (const groupId of [`${each.company.id}:1:campaign`, `${each.company.id}:1:1`]) {
        const { pk } = keys.outbox({ queue, groupId, id: '' });
        expect((await each.company.table.query(Outbox, { pk, limit: 1 })).rows).toEqual([]);
      }
      expect(await each.takeSends()).toHaveLength(3);
    }
  });

  it('stores receipts and failures on the receivers', async () => {
    const id = await begin(3);
    for (let beats = 0; beats < 3; beats++) await desk.beat(id, setClock);
    const [one, two, three] = await desk.takeSends();
    if (one?.providerMessageId === undefined || two === undefined || three === undefined)
      throw new Error('three messages were to be sent');
    // The receipt may be faster than the outcome.
    await take(receiptEvent(where(), one.providerMessageId, 2), desk.result(one));
    await take(receiptEvent(where(), one.providerMessageId, 3));
    await take(desk.result(two, { state: 'failed', reason: 'no-whatsapp-identity' }));
    await take(desk.result(three, { state: 'unknown', reason: 'no-answer' }));
    const [read, failed, unknown] = await desk.receivers(id);
    expect(read).toMatchObject({ state: 'sent' });
    expect([read?.deliveredAt, read?.readAt]).toEqual([expect.any(String), expect.any(String)]);
    expect(failed).toMatchObject({ state: 'failed', reason: 'no-whatsapp-identity' });
    expect(unknown).toMatchObject({ state: 'unknown' });
    await take(desk.result(three));
    expect((await desk.receivers(id))[2]).toMatchObject({ state: 'sent' });
  });

  it('tries again those whose send did not begin, after the last one', async () => {
    const id = await begin(3);
    await desk.beat(id, setClock);
    await desk.settle({ state: 'failed', reason: 'not-connected' });
    expect(await statesOf(id)).toEqual(['waiting', 'waiting', 'waiting']);
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1, 2, 0].map(numberAt));
    expect(await statesOf(id)).toEqual(['sent', 'sent', 'sent']);
    expect(await desk.campaign(id)).toMatchObject({ status: 'finished' });
  });

  it('R27: a provider is given a message once, whoever finds it begun', async () => {
    const id = await begin(1);
    await desk.beat(id, setClock);
    const [command] = await desk.takeSends();
    if (command === undefined) throw new Error('no command');
    const { table } = desk.company;
    const key = { campaignId: id, position: 0 };
    const beginSend = (messageId = command.messageId) => beginReceiverSend(table, key, messageId);
    expect(await beginSend('another')).toBe('over');
    expect(await beginSend()).toBe('begun');
    expect(await beginSend()).toBe('interrupted');
    await takeBackReceiverSend(table, key, command.messageId);
    expect(await beginSend()).toBe('begun');
    await take(desk.result(command));
    expect(await beginSend()).toBe('over');
  });

  it('S-69: its messages count towards the caps of sends, once', async () => {
    const records = await followStream(engine().endpoint);
    const id = await begin(3);
    await desk.run(id, setClock);
    await fold(await records());
    const sends = await loadSends(desk.company.table, { nowMs, timeZone: TIME_ZONE });
    expect(sends.byConnection.get(desk.connectionId)).toBe(3);
  });
});

const fold = async (records: readonly StreamRecord[]): Promise<void> => {
  const wanted = recordsFor('index', records);
  for (let start = 0; start < wanted.length; start += 100) {
    const answer = await index({ Records: wanted.slice(start, start + 100) });
    expect(answer.batchItemFailures).toEqual([]);
  }
};

describe('the figures of a campaign', () => {
  it('I12: equal a recount of the receivers, also if batches are repeated and overlap', async () => {
    const records = await followStream(engine().endpoint);
    const id = await begin(6);
    for (let beats = 0; beats < 6; beats++) await desk.beat(id, setClock);
    const commands = await desk.takeSends();
    for (const [nth, command] of commands.entries()) {
      const isFailed = nth === 1;
      await take(desk.result(command, isFailed ? { state: 'failed', reason: 'blocked' } : undefined));
      if (nth > 2) await take(receiptEvent(where(), command.providerMessageId ?? '', nth > 4 ? 3 : 2));
    }
    const all = recordsFor('index', await records());
    for (let start = 0; start < all.length; start += 7)
      await fold(all.slice(Math.max(0, start - 5), start + 7));
    await fold(all);
    const receivers = await desk.receivers(id);
    const figures = (await loadCampaignFigures(desk.company.table, [id])).get(id);
    expect(figures).toMatchObject({
      sent: receivers.filter(({ state }) => state === 'sent').length,
      failed: receivers.filter(({ state }) => state === 'failed').length,
      delivered: receivers.filter(({ deliveredAt }) => deliveredAt !== null).length,
      read: receivers.filter(({ readAt }) => readAt !== null).length,
      skipped: 0,
      answered: 0,
    });
    expect(figures).toMatchObject({ sent: 5, failed: 1, delivered: 3, read: 1 });
    const today = localDay(TIME_ZONE, nowMs);
    const quality = await loadQuality(desk.company.table, desk.connectionId, { first: today, today });
    expect(quality.today).toEqual({ sent: 6, delivered: 3, read: 1, answered: 0, rejected: 1 });
  });
});

describe('what stops a campaign', () => {
  it('R33: a cancelled campaign sends nothing more, also not by a beat that is in flight', async () => {
    const id = await begin(5);
    await desk.beat(id, setClock);
    const inFlight = await nextBeat(id);
    setClock(nowMs + 10 * SECOND);
    await desk.stop(id, 'cancel');
    await desk.deliver(inFlight.body);
    expect(await desk.takeSends()).toHaveLength(1);
    expect(await desk.campaign(id)).toMatchObject({ status: 'cancelled' });
    expect(await desk.timer(id)).toBeUndefined();
  });

  it('R33: a restart after a long stop sends no burst, and to nobody twice', async () => {
    const id = await begin(6);
    for (let beats = 0; beats < 3; beats++) await desk.beat(id, setClock);
    await desk.settle();
    await desk.stop(id, 'cancel');
    setClock(nowMs + 5 * 3_600_000);
    await desk.start(id, 'restart');
    await desk.work();
    const from = nowMs;
    await desk.beat(id, setClock);
    await desk.beat(id, setClock);
    expect(nowMs - from).toBeGreaterThanOrEqual(3 * SECOND);
    expect(await desk.settle()).toHaveLength(2);
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1, 2, 3, 4, 5].map(numberAt));
  });

  it('waits a little for a lost connection, then pauses and says so; it goes on where it was', async () => {
    const id = await begin(3);
    await desk.beat(id, setClock);
    await desk.settle();
    await desk.setState('DISCONNECTED', 10 * SECOND);
    await desk.beat(id, setClock);
    expect(await desk.campaign(id)).toMatchObject({ status: 'running' });
    setClock(nowMs + 3 * MINUTE);
    await desk.beat(id, setClock);
    expect(await desk.campaign(id)).toMatchObject({ status: 'paused', pauseReason: 'disconnected' });
    await desk.setState('CONNECTED');
    await desk.start(id, 'resume');
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1, 2].map(numberAt));
  });

  it('pauses when the provider restricts the account', async () => {
    const id = await begin(3);
    await desk.beat(id, setClock);
    await desk.settle({ state: 'failed', reason: 'account-restricted' });
    expect(await desk.campaign(id)).toMatchObject({ status: 'paused', pauseReason: 'restricted' });
    await desk.start(id, 'resume');
    const { table, id: companyId } = desk.company;
    const restriction = { kind: 'quality' as const, until: null };
    const health = {
      companyId,
      connectionId: desk.connectionId,
      toldAt: toInstant(nowMs),
      restriction,
    };
    await commit([table.put(ConnectionHealth, health, 'any')]);
    await desk.beat(id, setClock);
    expect(await desk.campaign(id)).toMatchObject({ status: 'paused', pauseReason: 'restricted' });
  });

  it('pauses when the subscription has expired', async () => {
    const id = await begin(2);
    const { table, id: companyId } = desk.company;
    const company = await table.get(Company, {}, { consistent: true });
    if (company === undefined) throw new Error('no company');
    await commit([table.put(Company, { ...company, dueDate: '2020-01-01' }, company.version)]);
    forgetDirectory(companyId);
    await desk.beat(id, setClock);
    expect(await desk.campaign(id)).toMatchObject({ status: 'paused', pauseReason: 'plan' });
  });

  it('sends to nobody who opted out since the plan', async () => {
    const id = await begin(2);
    const { table, id: companyId } = desk.company;
    const number = canonicalPhone(numberAt(0));
    await commit([suppressionItem(table, undefined, { companyId, number, reason: 'added' }, nowMs)]);
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([numberAt(1)]);
    expect((await desk.receivers(id))[0]).toMatchObject({ state: 'skipped', reason: 'opted-out' });
  });

  it('a list that changes while it is sent changes nothing for those who were planned', async () => {
    const contactListId = await desk.addList(3);
    const { id } = await desk.addCampaign({ contactListId });
    await desk.start(id);
    await desk.work();
    await desk.beat(id, setClock);
    const { pk } = keys.contactListItem({ id: contactListId * 100_000_000 + 1 });
    const { rows } = await desk.company.table.query(ContactListItem, { pk, limit: 10 });
    await commit(rows.map((row) => desk.company.table.delete(ContactListItem, row)));
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1, 2].map(numberAt));
  });

  it('keeps its hours', async () => {
    await desk.settings({ startTime: '09:00', endTime: '10:00' });
    const tomorrow = Date.parse(`${localDay(TIME_ZONE, nowMs + 86_400_000)}T09:59:58-03:00`);
    setClock(tomorrow);
    const id = await begin(4);
    await desk.run(id, setClock, 40);
    const sentAt = (await desk.receivers(id)).flatMap(({ sentAt: at }) => at ?? []);
    expect(sentAt.length).toBeGreaterThan(0);
    for (const at of sentAt) {
      const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: TIME_ZONE }).format(
        Date.parse(at),
      );
      expect(time >= '09:00' && time < '10:00', time).toBe(true);
    }
  });
});

describe('a message that was lost', () => {
  it('R33: a campaign whose beat was lost is continued by its timer, which otherwise only watches', async () => {
    const id = await begin(2);
    const [first] = await desk.takeBeats(id);
    expect(first).toBeDefined();
    await desk.fireTimer(id, setClock);
    expect((await desk.beatMessage(id))?.body).toBe(first?.body);
    await desk.run(id, setClock);
    expect(numbersSent()).toEqual([0, 1].map(numberAt));
  });

  it('of a send without an outcome ends as unknown, and the campaign is finished', async () => {
    const id = await begin(3);
    await desk.beat(id, setClock);
    await desk.takeSends();
    await desk.run(id, setClock, 200);
    expect(await statesOf(id)).toEqual(['unknown', 'sent', 'sent']);
    expect(await desk.campaign(id)).toMatchObject({ status: 'finished' });
  });
});

it('a scheduled campaign starts at its time, also if that was missed', async () => {
  const contactListId = await desk.addList(1);
  const scheduledAt = toInstant(nowMs + 10 * MINUTE);
  const campaign = await desk.addCampaign({ contactListId, status: 'scheduled', scheduledAt });
  const moment = { ids: systemIds, nowMs };
  await commit([campaignTimerItem(desk.company.table, campaign, Date.parse(scheduledAt), moment)]);
  setClock(nowMs + 60 * MINUTE);
  await desk.fireTimer(campaign.id, setClock);
  expect(await desk.campaign(campaign.id)).toMatchObject({ status: 'running', run: 1 });
  await desk.work();
  await desk.run(campaign.id, setClock);
  expect(numbersSent()).toEqual([numberAt(0)]);
});

describe('a campaign with tickets', () => {
  const ticketOf = async (number: string) => {
    const { table } = desk.company;
    const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: number }]);
    if (contact === undefined) throw new Error('no contact');
    const conversation = await loadConversation(table, contact.id, desk.connectionId);
    return loadTicket(table, conversation?.activeTicketId ?? conversation?.lastTicketId ?? 0);
  };
  const messageOf = async (ticket: Awaited<ReturnType<typeof ticketOf>>) => {
    const pk = keys.message({
      contactId: ticket?.contactId ?? 0,
      connectionId: desk.connectionId,
      sortKey: '',
    }).pk;
    const { rows } = await desk.company.table.query(Message, { pk, limit: 20 });
    return rows.filter(({ fromMe }) => fromMe);
  };

  it('opens a ticket for each with its queue and status, names itself in the log, and follows the message', async () => {
    const queueId = await desk.company.addQueue({ name: 'Vendas' });
    forgetDirectory(desk.company.id);
    const records = await followStream(engine().endpoint);
    const id = await begin(1, { openTicket: true, ticketStatus: 'pending', queueId });
    const { body } = await nextBeat(id);
    const { usage } = await withMeter(() => desk.deliver(body));
    // 29 for the message and its ticket, and six for the contact of a new number, in a transaction of its own.
    expect(usage.writeUnits).toBeLessThanOrEqual(29 + 6);
    const ticket = await ticketOf(numberAt(0));
    expect(ticket).toMatchObject({ status: 'pending', queueId, userId: null, isActiveDemand: true });
    const [message] = await messageOf(ticket);
    expect(message).toMatchObject({
      body: 'Olá Pessoa 0',
      saidBy: 'campaign',
      campaign: { id, position: 0 },
      sendState: 'pending',
    });
    const { rows: log } = await desk.company.table.query(TicketLog, {
      pk: keys.ticket({ id: ticket?.id ?? 0 }).pk,
      prefix: 'LOG#',
      limit: 10,
    });
    const { name } = await desk.campaign(id);
    expect(log).toMatchObject([
      { type: 'create', campaign: '', also: [{ type: 'campaign', campaign: name }] },
    ]);
    const [receiver] = await desk.receivers(id);
    expect(receiver).toMatchObject({
      state: 'sending',
      ticketUuid: ticket?.uuid,
      contactId: ticket?.contactId,
      messageId: message?.id,
    });
    const [command] = await desk.takeSends();
    if (command === undefined) throw new Error('no command');
    await take(desk.result(command), receiptEvent(where(), command.providerMessageId ?? '', 3));
    await fold(await records());
    expect((await desk.receivers(id))[0]).toMatchObject({ state: 'sent', readAt: expect.any(String) });
  });

  it('closes the ticket behind the message if it is to be closed', async () => {
    const id = await begin(1, { openTicket: true, ticketStatus: 'closed' });
    await desk.beat(id, setClock);
    expect(await ticketOf(numberAt(0))).toMatchObject({ status: 'closed', latestClosed: true });
  });

  it('writes into the active ticket of the contact, which stays as it is', async () => {
    const { table } = desk.company;
    const contact = await makeContact(table, { number: numberAt(0), name: 'Maria Souza' });
    const ticket = await makeTicket(
      table,
      { contact, connectionId: desk.connectionId },
      { status: 'open', userId: desk.company.admin.id, unreadMessages: 2 },
    );
    const id = await begin(1, { openTicket: true, ticketStatus: 'closed' });
    await desk.beat(id, setClock);
    expect(await ticketOf(numberAt(0))).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: desk.company.admin.id,
      unreadMessages: 2,
      contact: { name: 'Maria Souza' },
    });
  });

  it('sends the same stored message again if its send did not begin', async () => {
    const records = await followStream(engine().endpoint);
    const id = await begin(1, { openTicket: true, ticketStatus: 'open' });
    await desk.beat(id, setClock);
    await desk.settle({ state: 'failed', reason: 'not-connected' });
    await fold(await records());
    expect(await statesOf(id)).toEqual(['waiting']);
    await desk.run(id, setClock, 4);
    const [message, ...others] = await messageOf(await ticketOf(numberAt(0)));
    expect(others).toEqual([]);
    expect(message).toMatchObject({ sendState: 'sent', attempt: 2 });
    await fold(await records());
    expect(await statesOf(id)).toEqual(['sent']);
  });
});
