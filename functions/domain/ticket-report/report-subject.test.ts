import { type Attendance, attendanceSchema, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import type { TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { describe, expect, it } from 'vitest';
import { belongs, belongsByItself, isOfNewContact, seesEveryTicket } from './report-subject.ts';

const AT = '2026-11-20T12:00:00.000Z';
const ADMIN: Viewer = {
  ...{ id: 1, profile: 'admin', super: false, queueIds: [], connectionId: null, allTicket: false },
  ...{ allowGroup: true, allHistoric: false, allUserChat: false },
};
const moment = { timeZone: 'America/Sao_Paulo', nowMs: Date.parse(AT) };
const EVERY = {
  ...{ filter: { all: [] }, onlyReopened: false, onlyDeclined: false, onlyNewContacts: false },
  ...{ moment, viewer: ADMIN, hidesNumbers: false },
};

const attendance = (fields: Partial<Attendance>): Attendance =>
  attendanceSchema.parse({ companyId: 1, ticketId: 7, id: '1', startedOn: AT, ...fields });
const ticket = {
  ...ticketSchema.parse({
    ...{
      companyId: 1,
      id: 7,
      uuid: '00000007-0000-4000-8000-000000000000',
      status: 'open',
      channel: 'whatsapp',
    },
    ...{ contactId: 4, contact: { id: 4, name: 'Érica Dias', number: '5511987650001', tags: [] } },
    ...{ connectionId: 2, queueId: 3, userId: 9, activityAt: AT },
  }),
  rowCreatedAt: AT,
};

const verdicts = (one: Attendance, filter: TicketFilter, viewer = ADMIN, hidesNumbers = false) => {
  const conditions = { ...EVERY, filter, viewer, hidesNumbers };
  return [belongsByItself(one, conditions), belongs(one, ticket, conditions)];
};

describe('a report of reopened attendances', () => {
  it.each([true, false])('has an attendance whose ticket had one before: %s', (reopened) => {
    const conditions = { ...EVERY, onlyReopened: true };
    const one = attendance({ finishedAt: AT, reopened });
    expect([belongsByItself(one, conditions), belongs(one, ticket, conditions)]).toEqual([
      reopened,
      reopened,
    ]);
  });
});

it.each<[string, Partial<Attendance>, boolean]>([
  ['that ended without points', { finishedAt: AT, rate: 0 }, true],
  ['that was never asked', { finishedAt: AT }, false],
  ['with the rating 0', { finishedAt: AT, rated: true, rate: 0 }, false],
  ['that goes on', { rate: 0 }, false],
])('a report of those who chose not to rate has an attendance %s: %j', (_name, fields, isListed) => {
  const conditions = { ...EVERY, onlyDeclined: true };
  const one = attendance(fields);
  expect([belongsByItself(one, conditions), belongs(one, ticket, conditions)]).toEqual([isListed, isListed]);
});

describe('a report of new contacts', () => {
  const conditions = { ...EVERY, onlyNewContacts: true };

  it('needs the ticket of an attendance, unless it was reopened', () => {
    expect(belongsByItself(attendance({}), conditions)).toBeUndefined();
    expect(belongs(attendance({}), ticket, conditions)).toBe(true);
    const reopened = attendance({ reopened: true });
    expect([belongsByItself(reopened, conditions), belongs(reopened, ticket, conditions)]).toEqual([
      false,
      false,
    ]);
  });

  it('has the tickets that the figures count as first ones', () => {
    expect(isOfNewContact(ticket, new Map([[4, 7]]))).toBe(true);
    expect(isOfNewContact(ticket, new Map([[4, 6]]))).toBe(false);
    expect(isOfNewContact(ticket, new Map())).toBe(false);
  });
});

describe('an attendance', () => {
  const ended = attendance({ finishedAt: AT, tagIds: [5], rated: true, rate: 8 });
  const ongoing = attendance({ userId: 9, queueId: 3 });

  it.each<[string, Attendance, TicketFilter, (boolean | undefined)[]]>([
    [
      'that ended is closed, whatever its ticket is',
      ended,
      { field: 'status', oneOf: ['closed'] },
      [true, true],
    ],
    ['that ended is not open', ended, { field: 'status', oneOf: ['open'] }, [false, false]],
    [
      'that goes on has the status of its ticket',
      ongoing,
      { field: 'status', oneOf: ['open'] },
      [undefined, true],
    ],
    ['that ended has the tags of its end', ended, { field: 'tag', oneOf: [5] }, [true, true]],
    ['that goes on has the tags of the contact', ongoing, { field: 'tag', oneOf: [null] }, [undefined, true]],
    ['has the rating of its customer', ended, { field: 'rating', from: 8, to: 10 }, [true, true]],
    [
      'without a rating has none',
      attendance({ finishedAt: AT, rate: 0 }),
      { field: 'rating', from: 0, to: 10 },
      [false, false],
    ],
    ['is found by the name of its contact', ongoing, { field: 'words', text: 'erica' }, [undefined, true]],
    ['is found by the number of its contact', ongoing, { field: 'words', text: '98765' }, [undefined, true]],
  ])('%s', (_name, one, filter, expected) => {
    expect(verdicts(one, filter)).toEqual(expected);
  });

  it('S-58: is not found by a number that is hidden from the viewer', () => {
    expect(verdicts(ongoing, { field: 'words', text: '98765' }, ADMIN, true)).toEqual([undefined, false]);
  });

  it('S-21: is decided by its ticket for viewers who do not see every ticket', () => {
    const user: Viewer = { ...ADMIN, profile: 'user', queueIds: [99] };
    expect(verdicts(ongoing, { all: [] }, user)).toEqual([undefined, false]);
    expect(verdicts(ongoing, { all: [] }, { ...user, id: 9 })).toEqual([undefined, true]);
  });
});

it('S-21: viewers who see every ticket see tickets of any status, queue, user and kind', () => {
  const flags = [true, false];
  for (const profile of ['admin', 'user'] as const)
    for (const isSuper of flags)
      for (const allowGroup of flags)
        for (const allUserChat of flags) {
          const viewer = { ...ADMIN, profile, super: isSuper, allowGroup, allUserChat };
          if (!seesEveryTicket(viewer)) continue;
          for (const status of TICKET_STATUSES)
            for (const userId of [null, 1, 9])
              for (const queueId of [null, 3])
                expect(
                  canSeeTicket(
                    { status, userId, queueId, isGroup: status === 'group', connectionId: 2 },
                    viewer,
                  ),
                ).toBe(true);
        }
});
