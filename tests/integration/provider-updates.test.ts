import { whatsappApi } from '@prosa/functions/channels/whatsappapi/whatsapp-api.ts';
import { KEPT_NOWHERE, makeMessageId } from '@prosa/functions/domain/message-id.ts';
import { note, resend, send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { receiptEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { makeTicket, reload } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { take } from './support/inbound.ts';
import { meterCompany } from './support/meter-company.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const CHANNEL = 'whatsappapi';
const REASON = 'unreachable';

let company: TestCompany;
let where: Where;
let elsewhere: Where;
let serial = 0;
const wamid = () => `wamid.${++serial}`;

beforeAll(async () => {
  company = await makeCompany();
  const addConnection = async () => ({
    companyId: company.id,
    connectionId: await company.addConnection({ channel: CHANNEL }),
  });
  [where, elsewhere] = [await addConnection(), await addConnection()];
});

const moment = () => ({ ids: systemIds, nowMs: Date.now() });
const attended = (of = company, { connectionId } = where) =>
  makeTicket(
    of.table,
    { connectionId },
    { status: 'open', userId: of.admin.id, channel: CHANNEL, heardAt: new Date().toISOString() },
  );
const sendOn = async (ticket: TicketRow, of = company, sentAtMs = Date.now()): Promise<MessageRow> => {
  const current = await reload(of.table, ticket.id);
  const turn = send(turnOn(current), { body: 'Bom dia', userId: null, sentAtMs }, whatsappApi, moment());
  const [message] = (await commitTurn(of.table, turn, moment())).messages;
  if (message === undefined) throw new Error('nothing was sent');
  return message;
};
const sendNew = async (of = company, on = where) => sendOn(await attended(of, on), of);
const readRow = async (message: MessageRow, of = company): Promise<MessageRow> => {
  const row = await of.table.get(Message, message, { consistent: true });
  if (row === undefined) throw new Error('the message is gone');
  return row;
};
const markerOf = (providerMessageId: string) =>
  company.table.get(
    ProviderMessage,
    { connectionId: where.connectionId, providerMessageId },
    { consistent: true },
  );

const base = () => ({ v: 1 as const, ...where, channel: CHANNEL, receivedAt: Date.now() }) as const;
type SentAs = InboundEventOf<'receipt'>['sentAs'];
const namedBy = ({ id, attempt }: MessageRow): NonNullable<SentAs> => ({ messageId: id, attempt });

const outcome = (message: MessageRow, result: InboundEventOf<'send-result'>['result']): InboundEvent => ({
  ...base(),
  type: 'send-result',
  messageId: message.id,
  attempt: message.attempt,
  result,
});
const sent = (message: MessageRow, providerMessageId: string) =>
  outcome(message, { state: 'sent', providerMessageId });
const UNKNOWN = { state: 'unknown', reason: 'interrupted' } as const;

const receipt = (id: string, ack: number, sentAs?: SentAs): InboundEvent => ({
  ...base(),
  type: 'receipt',
  providerMessageId: id,
  ack,
  ...(sentAs === undefined ? {} : { sentAs }),
});
const failure = (id: string, sentAs?: SentAs): InboundEvent => ({
  ...base(),
  type: 'send-failure',
  providerMessageId: id,
  reason: REASON,
  ...(sentAs === undefined ? {} : { sentAs }),
});

const FAILED = { sendState: 'failed', sendError: REASON, ack: 0, outcomeDueAt: null };
const DELIVERED = { sendState: 'sent', sendError: '', ack: 2, outcomeDueAt: null };

/** Every order of three events. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

describe.each([
  ['names its message', true],
  ['names no message', false],
])('a failure after the acceptance that %s', (_how, isNamed) => {
  it.each([
    ['failed', 1, FAILED],
    ['delivered', 2, DELIVERED],
  ] as const)('R04: leaves a %s message in every order and with repetitions', async (_state, ack, state) => {
    for (const order of ORDERS) {
      const message = await sendNew();
      const id = wamid();
      const sentAs = isNamed ? namedBy(message) : undefined;
      const events = [sent(message, id), receipt(id, ack, sentAs), failure(id, sentAs)];
      const ordered = order.flatMap((at) => events[at] ?? []);
      await take(...ordered);
      expect(await readRow(message), order.join()).toMatchObject({ ...state, providerMessageId: id });
      await take(...ordered, ...ordered.toReversed());
      expect(await readRow(message), order.join()).toMatchObject({ ...state, providerMessageId: id });
      expect(await markerOf(id)).toMatchObject({ messageId: message.id });
    }
  });
});

it('R27: a failure of an earlier attempt does not change the message of a newer one', async () => {
  const ticket = await attended();
  const first = await sendOn(ticket);
  const [id, nextId] = [wamid(), wamid()];
  const late = failure(id, namedBy(first));
  await take(sent(first, id), late);
  const turn = resend(
    turnOn(await reload(company.table, ticket.id)),
    await readRow(first),
    undefined,
    whatsappApi,
    moment(),
  );
  await commitTurn(company.table, turn, moment());
  const second = await readRow(first);
  expect(second).toMatchObject({ sendState: 'pending', attempt: 2, ack: 0, providerMessageId: null });
  await take(late, failure(id), receipt(id, 1, namedBy(first)));
  expect(await readRow(first)).toEqual(second);
  await take(sent(second, nextId), late, failure(id));
  expect(await readRow(first)).toMatchObject({ sendState: 'sent', ack: 1, providerMessageId: nextId });
});

describe('an update that names its message', () => {
  it('R26: settles a message whose process ended before it reported the id', async () => {
    const message = await sendNew();
    const id = wamid();
    await take(outcome(message, UNKNOWN));
    expect(await readRow(message)).toMatchObject({ sendState: 'unknown' });
    await take(receipt(id, 1, namedBy(message)));
    const settled = await readRow(message);
    expect(settled).toMatchObject({ sendState: 'sent', ack: 1, providerMessageId: id, sendError: '' });
    expect(await markerOf(id)).toMatchObject({ messageId: message.id });
    await take(sent(message, id), outcome(message, UNKNOWN), receipt(id, 1, namedBy(message)));
    expect(await readRow(message)).toEqual(settled);
    await take(receipt(id, 3));
    expect(await readRow(message)).toMatchObject({ ack: 3 });
  });

  it('applies updates that came without the name before', async () => {
    const message = await sendNew();
    const id = wamid();
    await take(receipt(id, 3), receipt(id, 1, namedBy(message)));
    expect(await readRow(message)).toMatchObject({ sendState: 'sent', ack: 3, providerMessageId: id });
  });

  it('R07: changes no message of another attempt, connection or company, and none of the contact', async () => {
    const message = await sendNew();
    const otherConnection = await sendNew(company, elsewhere);
    const stranger = await makeCompany();
    const theirs = await sendNew(stranger, {
      companyId: stranger.id,
      connectionId: await stranger.addConnection({ channel: CHANNEL }),
    });
    const { contact } = await reload(company.table, message.ticketId);
    const text = textEvent(where, contact.number, 'oi', { channel: CHANNEL });
    await take(text);
    const marker = await markerOf(text.providerMessageId);
    const names: NonNullable<SentAs>[] = [
      { messageId: message.id, attempt: 2 },
      namedBy(otherConnection),
      namedBy(theirs),
      { messageId: marker?.messageId ?? '', attempt: 1 },
      { messageId: 'nonsense', attempt: 1 },
    ];
    for (const name of names) await take(receipt(wamid(), 3, name), failure(wamid(), name));
    for (const row of [message, otherConnection]) expect(await readRow(row)).toEqual(row);
    expect(await readRow(theirs, stranger)).toEqual(theirs);
  });
});

describe('an echo that names its message', () => {
  const echoOf = async (ticketId: number, fields: Partial<InboundEventOf<'message'>>) => {
    const { contact } = await reload(company.table, ticketId);
    const more = { channel: CHANNEL, fromMe: true, ...fields } as const;
    return textEvent(where, contact.number, 'Bom dia', more);
  };
  const messagesWith = async ({ contactId }: MessageRow) => {
    const { pk } = keys.message({ contactId, connectionId: where.connectionId, sortKey: '' });
    return (await company.table.query(Message, { pk, limit: 10, consistent: true })).rows;
  };

  it('R26: settles a message whose process ended before it reported the id, and adds no second one', async () => {
    const message = await sendNew();
    const id = wamid();
    await take(outcome(message, UNKNOWN), receipt(id, 2));
    const echo = await echoOf(message.ticketId, { providerMessageId: id, sentAs: namedBy(message) });
    await take(echo);
    const settled = await readRow(message);
    expect(settled).toMatchObject({ sendState: 'sent', ack: 2, providerMessageId: id, sendError: '' });
    await take(echo, sent(message, id), outcome(message, UNKNOWN));
    expect(await messagesWith(message)).toEqual([settled]);
    expect(await markerOf(id)).toMatchObject({ messageId: message.id });
  });

  it('is stored as a message of its own if it is of an earlier attempt', async () => {
    const message = await sendNew();
    await take(await echoOf(message.ticketId, { sentAs: { messageId: message.id, attempt: 2 } }));
    expect(await readRow(message)).toEqual(message);
    expect(await messagesWith(message)).toHaveLength(2);
  });

  it('R07: settles no message of another connection, and none of the contact', async () => {
    const message = await sendNew();
    const other = await sendNew(company, elsewhere);
    await take(await echoOf(message.ticketId, { fromMe: false, sentAs: namedBy(message) }));
    await take(await echoOf(message.ticketId, { sentAs: namedBy(other) }));
    expect(await readRow(message)).toEqual(message);
    expect(await readRow(other)).toEqual(other);
    expect(await messagesWith(message)).toHaveLength(3);
  });

  it('of a message that is stored nowhere stores nothing', async () => {
    const message = await sendNew();
    const messageId = makeMessageId({ ...message, contactId: KEPT_NOWHERE });
    await take(await echoOf(message.ticketId, { sentAs: { messageId, attempt: 1 } }));
    expect(await messagesWith(message)).toEqual([message]);
  });
});

describe('a receipt up to a time', () => {
  const until = (ticket: TicketRow, time: number, ack: number): InboundEvent => ({
    ...base(),
    type: 'receipt-until',
    chat: { isGroup: false, identities: ticket.contact.identities },
    until: time,
    ack,
  });
  const START = Date.now() - 3_600_000;
  /** Sends messages a second apart, which the provider accepts. */
  const accepted = async (ticket: TicketRow, count: number): Promise<MessageRow[]> => {
    const messages: MessageRow[] = [];
    for (let n = 0; n < count; n++) {
      const message = await sendOn(ticket, company, START + n * 1000);
      await take(sent(message, wamid()));
      messages.push(message);
    }
    return messages;
  };
  const acksOf = async (messages: readonly MessageRow[]) =>
    (await Promise.all(messages.map((message) => readRow(message)))).map(({ ack }) => ack);

  it('R04: raises the ack of the messages up to that time, in either order of receipts', async () => {
    const ticket = await attended();
    const messages = await accepted(ticket, 3);
    await take(until(ticket, START + 1000, 3));
    expect(await acksOf(messages)).toEqual([3, 3, 1]);
    await take(until(ticket, START + 2000, 2), until(ticket, START, 2), until(ticket, START + 1000, 3));
    expect(await acksOf(messages)).toEqual([3, 3, 2]);
  });

  it('changes no note, no unsent message and no message of the contact', async () => {
    const ticket = await attended();
    const [before] = await accepted(ticket, 1);
    const current = await reload(company.table, ticket.id);
    const kept = note(turnOn(current), { body: 'nota', userId: company.admin.id }, moment());
    const [private_] = (await commitTurn(company.table, kept, moment())).messages;
    const pending = await sendOn(ticket);
    const failed = await sendOn(ticket);
    await take(outcome(failed, { state: 'failed', reason: REASON }));
    await take(textEvent(where, ticket.contact.number, 'oi', { channel: CHANNEL, receivedAt: Date.now() }));
    await take(until(ticket, Date.now() + 1000, 3));
    if (before === undefined || private_ === undefined) throw new Error('nothing was stored');
    expect(await readRow(before)).toMatchObject({ ack: 3 });
    expect(await readRow(private_)).toMatchObject({ sendState: 'private', ack: 0 });
    expect(await readRow(pending)).toMatchObject({ sendState: 'pending', ack: 0 });
    expect(await readRow(failed)).toMatchObject({ sendState: 'failed', ack: 0 });
  });

  it('R07: changes nothing on another connection, and nothing for an unknown contact', async () => {
    const ticket = await attended();
    const messages = await accepted(ticket, 1);
    const later = Date.now();
    await take({ ...until(ticket, later, 3), ...elsewhere });
    await take(
      until(
        { ...ticket, contact: { ...ticket.contact, identities: [{ kind: 'bsuid', value: 'BR.0' }] } },
        later,
        3,
      ),
    );
    expect(await acksOf(messages)).toEqual([1]);
  });

  it('stops at the newest message with that ack, which costs one page of messages', async () => {
    const ticket = await attended();
    const messages = await accepted(ticket, 12);
    await take(until(ticket, START + 11_000, 2));
    expect(await acksOf(messages)).toEqual(Array.from({ length: 12 }, () => 2));
    const { usage } = await meterCompany(company, () => take(until(ticket, START + 11_000, 2)));
    expect(usage).toMatchObject({ calls: 3, writeUnits: 0 });
  });

  it('reaches the newest fifty messages', async () => {
    const ticket = await attended();
    const messages = await accepted(ticket, 53);
    await take(until(ticket, Date.now(), 3));
    const acks = await acksOf(messages);
    expect(acks.filter((ack) => ack === 3)).toHaveLength(50);
    expect(acks.slice(0, 3)).toEqual([1, 1, 1]);
  });
});

it('a receipt of a message under an id of the provider costs one read and one update', async () => {
  const message = await sendNew();
  const id = wamid();
  await take(sent(message, id));
  const { usage } = await meterCompany(company, () =>
    take({ ...receiptEvent(where, id, 2), channel: CHANNEL, ...{ sentAs: namedBy(message) } }),
  );
  expect(usage).toMatchObject({ calls: 2, readUnits: 1, writeUnits: 1 });
});
