import { type Ticket, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import { mayBeGiven, placeMessage } from './place-message.ts';

const OWN_QUEUE = 10;
const OTHER_QUEUE = 11;
const TAKER = 1;
const COLLEAGUE = 2;

const PLAIN: Viewer = {
  id: TAKER,
  profile: 'user',
  super: false,
  queueIds: [OWN_QUEUE],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
};
const FLAGS = ['allTicket', 'allowGroup', 'allHistoric', 'allUserChat'] as const;
/** Every combination of the flags, for a user and an administrator. */
const TAKERS: Viewer[] = Array.from({ length: 2 ** FLAGS.length }, (_none, bits) => ({
  ...PLAIN,
  ...Object.fromEntries(FLAGS.map((flag, nth) => [flag, (bits & (1 << nth)) !== 0])),
})).flatMap((taker) => [taker, { ...taker, profile: 'admin' as const }]);

const TICKETS: Ticket[] = TICKET_STATUSES.filter((status) => status !== 'closed').flatMap((status) =>
  [null, OWN_QUEUE, OTHER_QUEUE].flatMap((queueId) =>
    [null, TAKER, COLLEAGUE].map((userId) =>
      ticketSchema.parse({
        companyId: 1,
        id: 5,
        uuid: '00000000-0000-4000-8000-000000000005',
        channel: 'whatsapp',
        contactId: 7,
        contact: { id: 7, name: 'Rita', number: '' },
        connectionId: 3,
        isGroup: status === 'group',
        activityAt: '2026-11-20T12:00:00.000Z',
        status,
        queueId,
        userId,
      }),
    ),
  ),
);
const WANTED_QUEUES = [null, OWN_QUEUE, OTHER_QUEUE];
const CONTACT = { isGroup: false, groupAsTicket: false };

describe('S-21: the ticket of a program’s message', () => {
  it('a named attendant gets no ticket that was hidden from the attendant', () => {
    let refused = 0;
    for (const active of TICKETS)
      for (const taker of TAKERS)
        for (const queueId of WANTED_QUEUES) {
          const placement = placeMessage(active, { userId: TAKER, queueId }, taker, CONTACT);
          if (placement.kind !== 'continue') refused += 1;
          else expect(canSeeTicket(active, taker), JSON.stringify([active, taker])).toBe(true);
        }
    expect(refused).toBeGreaterThan(100);
  });

  it('without an attendant an active ticket keeps its status, queue and attendant', () => {
    for (const active of TICKETS)
      for (const queueId of WANTED_QUEUES) {
        const placement = placeMessage(active, { userId: null, queueId }, undefined, CONTACT);
        if (placement.kind === 'continue') expect(placement.after).toBe(active);
      }
  });

  it('a new ticket goes to an attendant of its queue, and of a group only to an attendant who sees groups', () => {
    for (const taker of TAKERS)
      for (const queueId of WANTED_QUEUES)
        for (const isGroup of [false, true]) {
          const wanted = { userId: TAKER, queueId };
          const { kind } = placeMessage(undefined, wanted, taker, { isGroup, groupAsTicket: false });
          expect(kind).toBe(mayBeGiven(taker, { queueId, isGroup }) ? 'create' : 'elsewhere');
        }
    expect(mayBeGiven(PLAIN, { queueId: OTHER_QUEUE, isGroup: false })).toBe(false);
    expect(mayBeGiven(PLAIN, { queueId: null, isGroup: true })).toBe(false);
    expect(mayBeGiven(PLAIN, { queueId: OWN_QUEUE, isGroup: false })).toBe(true);
  });
});
