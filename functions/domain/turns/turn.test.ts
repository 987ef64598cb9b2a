import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { messageSchema } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { describe, expect, it } from 'vitest';
import { defineChannel } from '../../channels/channel.ts';
import { whatsapp } from '../../channels/whatsapp/whatsapp.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { textKey } from '../automatic/answer-limit.ts';
import { note, resend, say, send } from './message-turns.ts';
import { closeTicket, newTicket } from './ticket-turns.ts';
import { mergeTurns, type Stored, ticketOf, turnOn, withTicket } from './turn.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const moment = { nowMs: NOW_MS, ids: createSystemIds() };
const AT = new Date(NOW_MS - 60_000).toISOString();
const stored = { version: 4, rowCreatedAt: AT, rowUpdatedAt: AT };

const ticket = (fields: Partial<Ticket> = {}): Stored<Ticket> => ({
  ...ticketSchema.parse({
    companyId: 7,
    id: 12,
    uuid: '0000000c-0000-8000-8000-000000000000',
    status: 'open',
    channel: 'whatsapp',
    contactId: 3,
    contact: { id: 3, name: 'Ana', number: '5511988887777' },
    connectionId: 2,
    queueId: 5,
    activityAt: AT,
    unreadMessages: 2,
    ...fields,
  }),
  ...stored,
});

describe('a turn', () => {
  it('changes a row once, from the state that was read to the last decided state', () => {
    const before = ticket();
    const turn = withTicket(
      withTicket(turnOn(before), (one) => ({ ...one, unreadMessages: 0 })),
      (one) => ({ ...one, lastMessage: `${one.unreadMessages}` }),
    );
    expect(turn.tickets).toEqual([{ before, after: { ...before, unreadMessages: 0, lastMessage: '0' } }]);
  });

  it('keeps a new row new after several changes', () => {
    const made = ticket();
    const turn = withTicket(mergeTurns({ tickets: [{ before: undefined, after: made }] }), (one) => ({
      ...one,
      fromMe: true,
    }));
    expect(turn.tickets).toEqual([{ before: undefined, after: { ...made, fromMe: true } }]);
  });

  it('sets or cancels a timer once, as decided last', () => {
    const timer = { kind: 'media-check', subject: 'm' } as const;
    const turn = mergeTurns({ timers: [{ ...timer, dueAt: 5 }] }, { timers: [{ ...timer, dueAt: null }] });
    expect(turn.timers).toEqual([{ ...timer, dueAt: null }]);
  });

  it('does not depend on how its pieces are grouped', () => {
    const [a, b, c] = [
      turnOn(ticket()),
      { tickets: [{ before: undefined, after: ticket({ status: 'pending' }) }] },
      { calls: [{ queue: 'inbound' as const, groupId: 'g', body: '{}' }] },
    ];
    expect(mergeTurns(mergeTurns(a, b), c)).toEqual(mergeTurns(a, mergeTurns(b, c)));
  });
});

describe('an outgoing message', () => {
  it('consists of the pending message, its command, and the ticket after it', () => {
    const turn = send(turnOn(ticket()), { body: 'Oi', userId: 9 }, whatsapp, moment);
    const [change] = turn.messages;
    expect(change).toMatchObject({
      before: undefined,
      after: {
        body: 'Oi',
        userId: 9,
        sendState: 'pending',
        attempt: 1,
        ticketId: 12,
        queueId: 5,
        saidBy: '',
      },
    });
    expect(turn.calls).toMatchObject([{ queue: 'session-commands-0', groupId: '7:2:3' }]);
    expect(JSON.parse(turn.calls[0]?.body ?? '')).toMatchObject({
      type: 'send',
      messageId: change?.after.id,
      providerMessageId: change?.after.providerMessageId,
      content: { kind: 'text', text: 'Oi' },
    });
    expect(ticketOf(turn)).toMatchObject({ lastMessage: 'Oi', unreadMessages: 0, fromMe: true });
  });

  it('keeps its order within a turn, and the ticket shows the last message', () => {
    const turn = ['um', 'dois', 'três'].reduce(
      (before, body) => send(before, { body, userId: 9 }, whatsapp, moment),
      turnOn(ticket()),
    );
    expect(turn.messages.map(({ after }) => after.body)).toEqual(['um', 'dois', 'três']);
    const sortKeys = turn.messages.map(({ after }) => after.sortKey);
    expect(sortKeys.toSorted()).toEqual(sortKeys);
    expect(turn.tickets).toHaveLength(1);
    expect(ticketOf(turn).lastMessage).toBe('três');
  });

  it('is refused for a file that the channel does not accept, and for empty content', () => {
    const media = messageSchema.shape.media.parse({
      state: 'stored',
      key: 'k',
      mimeType: 'image/png',
      size: 11,
    });
    const small = defineChannel({
      ...whatsapp,
      capabilities: {
        ...whatsapp.capabilities,
        fileBytes: { ...whatsapp.capabilities.fileBytes, image: 10 },
      },
    });
    const image = { body: '', mediaType: 'image', media, userId: 9 } as const;
    expect(() => send(turnOn(ticket()), image, small, moment)).toThrow(
      expect.objectContaining({ code: 'ERR_FILESIZE_OVER_LIMIT' }),
    );
    expect(() => send(turnOn(ticket()), { body: '', userId: 9 }, whatsapp, moment)).toThrow(
      expect.objectContaining({ code: 'ERR_SENDING_WAPP_MSG' }),
    );
  });

  it('a private note is not sent, and leaves the ticket unchanged', () => {
    const before = ticket();
    const turn = note(turnOn(before), { body: 'difícil', userId: 9 }, moment);
    expect(turn).toMatchObject({ calls: [], tickets: [{ before, after: before }] });
    expect(turn.messages).toMatchObject([{ after: { isPrivate: true, sendState: 'private' } }]);
  });
});

describe('an automatic message', () => {
  const asked = messageSchema.parse({
    companyId: 7,
    id: '3.2.x',
    contactId: 3,
    connectionId: 2,
    sortKey: 'x',
    ticketId: 12,
    fromMe: false,
    body: '?',
    sentAt: new Date(NOW_MS + 5_000).toISOString(),
  });
  const greeting = { rule: 'queue-menu', text: 'Olá!' } as const;
  const hearing = { channel: whatsapp, answered: asked };

  it('contains its rule, sorts after the message that it answers, and leaves messages unread', () => {
    const turn = say(turnOn(ticket()), greeting, hearing, moment);
    const [change] = turn.messages;
    expect(change?.after).toMatchObject({ saidBy: 'queue-menu', userId: null });
    expect((change?.after.sentAt ?? '') > asked.sentAt).toBe(true);
    expect(ticketOf(turn)).toMatchObject({
      unreadMessages: 2,
      said: { at: new Date(NOW_MS).toISOString(), key: textKey('Olá!') },
    });
  });

  it('is not sent to a contact without an address', () => {
    const nobody = ticket({ contact: { ...ticket().contact, number: '', identities: [] } });
    expect(say(turnOn(nobody), greeting, hearing, moment).messages).toEqual([]);
  });
});

describe('R28: outside the reply window of a channel', () => {
  const DAY_MS = 86_400_000;
  const windowed = defineChannel({
    ...whatsapp,
    capabilities: {
      ...whatsapp.capabilities,
      replyWindow: { afterWordMs: DAY_MS, afterFreeEntryMs: null, taggedMs: 7 * DAY_MS },
    },
  });
  const heard = (agoMs: number) => ticket({ heardAt: new Date(NOW_MS - agoMs).toISOString() });
  const draft = { body: 'Olá', userId: 9 };
  const tagOf = (agoMs: number): unknown => {
    const [call] = send(turnOn(heard(agoMs)), draft, windowed, moment).calls;
    return JSON.parse(call?.body ?? '{}').tag;
  };

  it('a user’s message is sent with the tag while that lasts, and then refused', () => {
    expect(tagOf(DAY_MS - 1)).toBeUndefined();
    expect(tagOf(DAY_MS)).toBe('human-agent');
    expect(() => tagOf(7 * DAY_MS)).toThrow('ERR_REPLY_WINDOW_CLOSED');
    expect(() => send(turnOn(ticket()), draft, windowed, moment)).toThrow('ERR_REPLY_WINDOW_CLOSED');
  });

  it('a message is not retried', () => {
    const turn = send(turnOn(heard(0)), draft, windowed, moment);
    const failed = {
      ...(turn.messages[0]?.after ?? messageSchema.parse({})),
      sendState: 'failed' as const,
      ...stored,
    };
    const later = { ...moment, nowMs: NOW_MS + 7 * DAY_MS };
    expect(() => resend(turnOn(heard(0)), failed, undefined, windowed, later)).toThrow(
      'ERR_REPLY_WINDOW_CLOSED',
    );
  });

  it('an automatic message is left out without an error', () => {
    const answer = { rule: 'queue-menu', text: 'Olá!' } as const;
    expect(say(turnOn(heard(DAY_MS - 1)), answer, { channel: windowed }, moment).messages).toHaveLength(1);
    expect(say(turnOn(heard(DAY_MS)), answer, { channel: windowed }, moment).messages).toEqual([]);
  });

  it('a new ticket keeps the time of the contact’s last message', () => {
    const open = heard(DAY_MS - 1);
    const closed = closeTicket(
      { ticket: open, attendance: undefined, conversation: undefined },
      { userId: 9, logType: 'closed' },
      moment,
    );
    const conversation = closed.conversations[0]?.after;
    expect(conversation?.heardAt).toBe(open.heardAt);
    const contact = contactSchema.parse({
      companyId: 7,
      id: 3,
      name: 'Ana',
      number: '5511988887777',
      channel: 'whatsapp',
    });
    const next = newTicket(
      {
        ticketId: 13,
        contact: { ...contact, ...stored },
        connectionId: 2,
        channel: 'whatsapp',
        conversation: conversation === undefined ? undefined : { ...conversation, ...stored },
        status: 'open',
        isActiveDemand: true,
      },
      moment,
    );
    expect(ticketOf(next).heardAt).toBe(open.heardAt);
  });
});

it('a farewell and the closing of its ticket are one turn', () => {
  const open = ticket();
  const closed = closeTicket(
    { ticket: open, attendance: undefined, conversation: undefined },
    { userId: 9, logType: 'closed' },
    moment,
  );
  const turn = send(closed, { body: 'Até logo', userId: null }, whatsapp, moment);
  expect(turn.tickets).toHaveLength(1);
  expect(turn.tickets[0]).toMatchObject({
    before: open,
    after: { status: 'closed', lastMessage: 'Até logo', latestClosed: true },
  });
  expect(turn.conversations).toMatchObject([
    { after: { activeTicketId: null, lastClosedByQueue: { 5: 12 } } },
  ]);
  expect(turn.logs).toMatchObject([{ type: 'closed', userId: 9, ticketId: 12 }]);
});
