import type { Ids } from '@prosa/functions/platform/ids.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Schedule } from '@prosa/functions/platform/table/entities/schedules.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { scheduleTimerItem } from '@prosa/functions/repositories/tickets/schedules.ts';
import { type Schedule as ScheduleFields, scheduleSchema } from '@prosa/shared/entities/schedule.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { DEMO_USERS } from './demo-organisation.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

type DemoSchedule = Pick<ScheduleFields, 'body'> & { who: string; inDays: number } & Partial<ScheduleFields>;

/** Messages scheduled for the days after the first start. */
const WAITING: readonly DemoSchedule[] = [
  { who: 'Clínica Sorriso', inDays: 1, body: 'Olá {{firstName}}, a entrega está confirmada para amanhã.' },
  {
    who: 'Padaria Pão da Vila',
    inDays: 2,
    body: '{{ms}}! Já podemos separar o pedido da semana?',
    repeatUnit: 'weeks',
    repeatEvery: 1,
    sendCount: 4,
    signed: true,
  },
  {
    who: 'Oficina do Tadeu',
    inDays: 4,
    body: 'Oi {{firstName}}, o boleto vence nesta semana.',
    businessDayRule: 'before',
    openTicket: true,
    ticketStatus: 'open',
  },
];

/** Returns the demo company's scheduled messages with the rows that trigger their sending. */
export const demoScheduleItems = ({
  table,
  companyId,
  baseMs,
  ids,
}: {
  table: Table;
  companyId: number;
  baseMs: number;
  ids: Ids;
}): { items: WriteItem[]; schedules: number } => {
  const items = WAITING.flatMap(({ who, inDays, ...fields }, index) => {
    const contactId = DEMO_CONTACTS.findIndex(({ name }) => name === who) + 1;
    const number = DEMO_CONTACTS[contactId - 1]?.number ?? '';
    const sendAt = new Date(Math.ceil((baseMs + inDays * DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
    const schedule = scheduleSchema.parse({
      companyId,
      id: index + 1,
      contactId,
      contact: { id: contactId, name: who, number, identities: [{ kind: 'phone', value: number }] },
      firstSendAt: sendAt,
      sendAt,
      status: 'pending',
      userId: DEMO_USERS.ana.id,
      ...fields,
    });
    return [
      table.put(Schedule, schedule, 'any', baseMs),
      scheduleTimerItem(table, schedule, { ids, nowMs: baseMs }),
    ];
  });
  return { items, schedules: WAITING.length };
};
