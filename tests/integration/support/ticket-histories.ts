import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, ContactTicket, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { ensureTag } from '@prosa/functions/repositories/organisation/tags.ts';
import { attendanceSchema, type Attendance as Tracking } from '@prosa/shared/entities/ticket.ts';
import { makeCompany, type TestCompany, type TestUser } from '../../factories/company.ts';
import { ticketRow } from '../../factories/rows.ts';

/** The days in which the histories happen, epoch milliseconds. */
const [FROM, UNTIL] = [Date.UTC(2026, 8, 28), Date.UTC(2026, 10, 4)];

/** A company and what its tickets can have. */
export interface Workplace {
  company: TestCompany;
  people: TestUser[];
  queues: number[];
  connections: number[];
  tags: number[];
}

/** Creates a company with four users, two queues, two connections and three tags. */
export const makeWorkplace = async (timeZone: string): Promise<Workplace> => {
  const company = await makeCompany({ company: { timeZone } });
  const people = [company.admin];
  for (const name of ['Ana', 'Bruno', 'Carla']) people.push(await company.addUser({ name }));
  const queues = [await company.addQueue(), await company.addQueue()];
  const connections = [await company.addConnection(), await company.addConnection()];
  const tags: number[] = [];
  for (const name of ['Varejo', 'Atacado', 'Revenda']) {
    const tag = { companyId: company.id, name, color: '#A4CCCC', kanban: false, userId: null };
    tags.push((await ensureTag(company.table, tag, Date.now())).id);
  }
  return { company, people, queues, connections, tags };
};

export type TicketRow = ReturnType<typeof ticketRow>;
type AttendanceFacts = Tracking & { version: number };
export interface Story {
  ticket: TicketRow;
  attendances: AttendanceFacts[];
}

const instantAt = (ms: number): string => new Date(ms).toISOString();

/** Random ticket histories, with the rows that the product writes. `stories` mirrors the table's contents. */
export const histories = (
  random: () => number,
  { company, people, queues, connections, tags }: Workplace,
) => {
  const { table } = company;
  const pick = (count: number): number => Math.floor(random() * count);
  const stories = new Map<number, Story>();
  let lastId = 0;

  const write = async (story: Story, after: Partial<TicketRow>, attendance?: Partial<Tracking>) => {
    const ticket = { ...story.ticket, ...after, version: story.ticket.version + 1 };
    const items: WriteItem[] = [table.put(Ticket, { ...story.ticket, ...after }, story.ticket.version)];
    const last = story.attendances.at(-1);
    if (last !== undefined && attendance !== undefined) {
      items.push(table.put(Attendance, { ...last, ...attendance }, last.version));
      story.attendances[story.attendances.length - 1] = { ...last, ...attendance, version: last.version + 1 };
    }
    story.ticket = ticket;
    await commit(items);
  };
  const addedAttendance = (ticketId: number, startedOn: string, reopened: boolean): AttendanceFacts => ({
    ...attendanceSchema.parse({
      companyId: company.id,
      ticketId,
      id: systemIds.sortable(Date.now()),
      startedOn,
      queuedAt: startedOn,
      connectionId: connections[pick(3)] ?? null,
      reopened,
    }),
    version: 1,
  });
  const make = async () => {
    const id = ++lastId;
    const madeAt = instantAt(FROM + random() * (UNTIL - FROM));
    const ticket = {
      ...ticketRow({ companyId: company.id, id, contactId: 1 + pick(6), activityAt: madeAt }),
      rowCreatedAt: madeAt,
    };
    const attendance = addedAttendance(id, madeAt, false);
    stories.set(id, { ticket, attendances: [attendance] });
    await commit([
      table.put(Ticket, ticket, 'absent'),
      table.put(
        ContactTicket,
        { companyId: company.id, contactId: ticket.contactId, ticketId: id },
        'absent',
      ),
      table.put(Attendance, attendance, 'absent'),
    ]);
  };
  const steps: ((story: Story) => Promise<unknown>)[] = [
    // Accepts or transfers the ticket.
    (story) => {
      const userId = people[pick(people.length)]?.id ?? null;
      const startedAt = instantAt(Date.parse(story.attendances.at(-1)?.startedOn ?? '') + pick(4_000) * 1000);
      const status = random() < 0.2 ? 'group' : 'open';
      return story.ticket.status === 'closed'
        ? Promise.resolve()
        : write(story, { status, userId }, { userId, startedAt });
    },
    (story) =>
      story.ticket.status === 'closed'
        ? Promise.resolve()
        : write(story, { status: 'pending', userId: null }, { userId: null, startedAt: null }),
    (story) => {
      if (story.ticket.status === 'closed') return Promise.resolve();
      const last = story.attendances.at(-1);
      const finishedAt = instantAt(
        Date.parse(last?.startedAt ?? last?.startedOn ?? '') + pick(20_000) * 1000,
      );
      const respondedAt = random() < 0.3 ? null : (last?.startedAt ?? null);
      const tagIds = tags.filter(() => random() < 0.4);
      return write(story, { status: 'closed' }, { finishedAt, closedAt: finishedAt, respondedAt, tagIds });
    },
    // Records a rating, or a request for one that got no answer.
    (story) =>
      story.ticket.status !== 'closed'
        ? write(story, { status: 'nps' })
        : random() < 0.7
          ? write(story, {}, { rated: true, rate: pick(11) })
          : write(story, {}, { rated: false, rate: 0 }),
    // Transfers the ticket to another queue.
    (story) => write(story, {}, { queueId: queues[pick(queues.length)] ?? null }),
    // A message arrives.
    (story) => write(story, { lastMessage: `mensagem ${pick(1000)}`, unreadMessages: pick(5) }),
    // Reopens the ticket with a new attendance.
    async (story) => {
      if (story.ticket.status !== 'closed') return;
      const startedOn = instantAt(FROM + random() * (UNTIL - FROM));
      const attendance = addedAttendance(story.ticket.id, startedOn, true);
      story.attendances.push(attendance);
      const ticket = { ...story.ticket, status: 'pending' as const, version: story.ticket.version + 1 };
      await commit([
        table.put(Attendance, attendance, 'absent'),
        table.put(Ticket, { ...story.ticket, status: 'pending' }, story.ticket.version),
      ]);
      story.ticket = ticket;
    },
    // Moves the ticket to another contact.
    async (story) => {
      const { ticket } = story;
      const contactId = 1 + pick(6);
      if (contactId === ticket.contactId) return;
      const pointer = { companyId: company.id, ticketId: ticket.id };
      await commit([
        table.put(Ticket, { ...ticket, contactId }, ticket.version),
        table.delete(ContactTicket, { ...pointer, contactId: ticket.contactId }),
        table.put(ContactTicket, { ...pointer, contactId }, 'absent'),
      ]);
      story.ticket = { ...ticket, contactId, version: ticket.version + 1 };
    },
    async ({ ticket, attendances }) => {
      if (random() < 0.6) return;
      stories.delete(ticket.id);
      await commit([
        table.delete(Ticket, ticket),
        table.delete(ContactTicket, { contactId: ticket.contactId, ticketId: ticket.id }),
        ...attendances.map((attendance) => table.delete(Attendance, attendance)),
      ]);
    },
  ];
  const step = async (): Promise<void> => {
    const known = [...stories.values()];
    const story = known[pick(known.length)];
    const next = steps[pick(steps.length)];
    if (story === undefined || next === undefined || random() < 0.3) await make();
    else await next(story);
  };
  return { stories, step };
};
