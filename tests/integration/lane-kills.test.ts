import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { ensureTag } from '@prosa/functions/repositories/organisation/tags.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { makeCompany } from '../factories/company.ts';
import { makeTicket, reload } from '../factories/tickets.ts';
import { killWorker } from './support/kill-worker.ts';
import { useTable } from './support/table.ts';
import { brokenRules } from './support/table-rules.ts';
import { readTable } from './support/table-scan.ts';
import { useWorkerProcesses } from './support/worker-processes.ts';

const engine = useTable();
const workers = useWorkerProcesses();

const KILLS = 12;
/** Higher than the number of calls of a move, so that some kills hit an idle process. */
const MAX_CALLS = 8;
const HOUR_MS = 3_600_000;

it('R19: 12 kills in the middle of time rules leave each ticket in the next column, greeted once', async () => {
  const company = await makeCompany();
  const { table, id: companyId } = company;
  const connectionId = await company.addConnection();
  const nowMs = Date.now();
  const lane = { companyId, color: '#112233', kanban: true, userId: null };
  const greeting = { greetingMessageLane: 'Ainda precisa de ajuda?' };
  const next = await ensureTag(table, { ...lane, ...greeting, name: 'Sem resposta' }, nowMs);
  const rules = { timeLane: 2, nextLaneId: next.id };
  const first = await ensureTag(table, { ...lane, ...rules, name: 'Negociação' }, nowMs);

  const { deliver, killed } = await killWorker(workers, { wanted: KILLS, maxCalls: MAX_CALLS, seed: 2707 });

  const ticketIds: number[] = [];
  while (killed() < KILLS) {
    if (ticketIds.length > KILLS) throw new Error('hardly a call is killed');
    const ticket = await makeTicket(
      table,
      { connectionId },
      {
        status: 'open',
        userId: company.admin.id,
        fromMe: true,
        laneId: first.id,
        tags: [{ id: first.id, name: first.name, color: first.color }],
        activityAt: new Date(nowMs - 3 * HOUR_MS).toISOString(),
      },
    );
    ticketIds.push(ticket.id);
    await commit([
      setTimerItem(
        table,
        { kind: 'ticket-watch', subject: ticket.id, dueAt: nowMs },
        { ids: systemIds, nowMs },
      ),
    ]);
    const timer = { kind: 'ticket-watch', subject: String(ticket.id) } as const;
    const { token } = (await table.get(Timer, timer, { consistent: true })) ?? {};
    await deliver('timers', JSON.stringify({ companyId, ...timer, token }));
  }

  const rows = await readTable(engine().endpoint);
  expect(brokenRules(rows)).toEqual([]);
  const of = <S extends z.ZodObject>(entity: { name: string; schema: S }): z.output<S>[] =>
    rows.filter((row) => row.entity === entity.name).map(({ fields }) => entity.schema.parse(fields));
  const messages = of(Message);
  const sends = of(Outbox)
    .filter(({ queue }) => queue !== 'timers')
    .map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))
    .filter(({ type }) => type === 'send');
  for (const id of ticketIds) {
    const { laneId, tags } = await reload(table, id);
    expect([laneId, tags.map((tag) => tag.id)]).toEqual([next.id, [next.id]]);
    const told = messages.filter(({ ticketId }) => ticketId === id);
    expect(told.map(({ body, saidBy }) => [saidBy, body])).toEqual([
      ['lane-greeting', 'Ainda precisa de ajuda?'],
    ]);
    for (const message of told)
      expect(sends.filter((send) => 'messageId' in send && send.messageId === message.id)).toHaveLength(1);
  }
  expect(of(Ticket).filter(({ laneId }) => laneId === first.id)).toEqual([]);
});
