import { messageSchema } from '@prosa/shared/entities/message.ts';
import { type Ticket, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { describe, expect, it } from 'vitest';
import { createSystemIds } from '../../platform/ids.ts';
import { ticketAfterGreeting, ticketAfterMessage } from '../messages/ticket-after-message.ts';
import { finishedAttendance, newAttendance } from './attendance.ts';
import { closedTicket } from './closed-ticket.ts';

const START = '2026-11-21T10:00:00.000Z';
const ANSWERED = '2026-11-21T10:03:00.000Z';
const LATER = '2026-11-21T10:09:00.000Z';

const ticket = (fields: Partial<Ticket> = {}): Ticket => ({
  ...ticketSchema.parse({
    companyId: 2,
    id: 50,
    uuid: '00000032-0000-8000-8000-000000000000',
    status: 'open',
    channel: 'whatsapp',
    contactId: 4,
    contact: { id: 4, name: 'Ana', number: '5511988887777' },
    connectionId: 1,
    queueId: 1,
    userId: 7,
    activityAt: START,
  }),
  ...fields,
});
const said = (sentAt: string, userId: number | null, fromMe = true) =>
  messageSchema.parse({
    companyId: 2,
    id: `m-${sentAt}`,
    contactId: 4,
    connectionId: 1,
    sortKey: sentAt,
    ticketId: 50,
    queueId: 1,
    sentAt,
    fromMe,
    userId,
    body: 'Bom dia',
    mediaType: 'extendedTextMessage',
    sendState: fromMe ? 'sent' : 'received',
  });
const attendance = newAttendance(ticket(), { nowMs: Date.parse(START), ids: createSystemIds() }, false);

describe('the first response of an attendance', () => {
  it('is the first message of an attendant; later ones do not change it', () => {
    const once = ticketAfterMessage(ticket(), said(ANSWERED, 7));
    expect(once.respondedAt).toBe(ANSWERED);
    expect(ticketAfterMessage(once, said(LATER, 7)).respondedAt).toBe(ANSWERED);
  });

  it.each([
    ['a message of the customer', ticketAfterMessage(ticket(), said(ANSWERED, null, false))],
    ['an automatic message', ticketAfterMessage(ticket(), said(ANSWERED, null))],
    ['the greeting on accepting', ticketAfterGreeting(ticket(), said(ANSWERED, 7))],
    [
      'the first message of a conversation that the attendant began',
      ticketAfterMessage(ticket({ isActiveDemand: true }), said(ANSWERED, 7)),
    ],
  ])('is not %s', (_name, after) => {
    expect(after.respondedAt).toBeNull();
  });

  it('is stored with the attendance when it ends, and removed from the ticket', () => {
    const answered = ticket({ respondedAt: ANSWERED });
    expect(finishedAttendance(attendance, answered, LATER).respondedAt).toBe(ANSWERED);
    expect(closedTicket(answered, LATER).respondedAt).toBeNull();
  });

  it('is not taken from the attendance before', () => {
    const stale = ticket({ respondedAt: '2026-11-21T09:59:00.000Z' });
    expect(finishedAttendance(attendance, stale, LATER).respondedAt).toBeNull();
  });
});
