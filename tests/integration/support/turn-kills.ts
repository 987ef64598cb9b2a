import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Attendance, Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { expect } from 'vitest';
import type * as z from 'zod';
import { makeCompany } from '../../factories/company.ts';
import { textEvent } from '../../factories/inbound-events.ts';
import { dueAnswer, settlePrompt } from '../../support/answer-customer.ts';
import { killWorker } from './kill-worker.ts';
import { useTable } from './table.ts';
import { brokenRules } from './table-rules.ts';
import { readTable } from './table-scan.ts';
import { useWorkerProcesses } from './worker-processes.ts';

const SEED = 20_261_122;
/** Higher than the number of a turn's calls, so that some kills hit an idle process. */
const MAX_CALLS = 12;
const WRITING_MS = 5000;
/** The texts of each customer, with the expected answers; null for no answer. */
const TALK = [
  ['oi', 'Olá! Escolha:'],
  ['ajuda', 'Opção inválida'],
  ['2', 'Aqui é a fila dois'],
  ['alguém?', null],
] as const;

/**
 * Returns a function that kills the process of the inbound worker in the middle of turns and returns the number of
 * kills. It checks that the answers and the stored rows are the same as without kills. Call at the top level.
 */
export const useTurnKills = (): ((wanted: number) => Promise<number>) => {
  const engine = useTable();
  const workers = useWorkerProcesses();

  return async (wanted) => {
    const company = await makeCompany();
    const one = await company.addQueue({ greetingMessage: 'Aqui é a fila um', orderQueue: 1 });
    const two = await company.addQueue({ greetingMessage: 'Aqui é a fila dois', orderQueue: 2 });
    const connectionId = await company.addConnection({
      queueIds: [one, two],
      greetingMessage: 'Olá! Escolha:',
    });
    const where = { companyId: company.id, connectionId };
    const { deliver, killed } = await killWorker(workers, { wanted, maxCalls: MAX_CALLS, seed: SEED });

    const customers: string[] = [];
    while (killed() < wanted) {
      if (customers.length > wanted) throw new Error('hardly a call is killed');
      const number = `5531966${String(customers.length).padStart(6, '0')}`;
      customers.push(number);
      for (const [n, [text]] of TALK.entries()) {
        // Each text is written after the answer to the one before.
        const sentAt = Date.now() + n * WRITING_MS;
        const event = textEvent(where, number, text, { sentAt, receivedAt: sentAt });
        await deliver('inbound', JSON.stringify(event));
        const due = await dueAnswer(company.table, where, number);
        if (due !== undefined) await deliver('timers', JSON.stringify(due));
        await settlePrompt(company.table, where, number);
      }
    }

    const rows = await readTable(engine().endpoint);
    expect(brokenRules(rows)).toEqual([]);
    const of = <S extends z.ZodObject>(entity: { name: string; schema: S }): z.output<S>[] =>
      rows.filter((row) => row.entity === entity.name).map(({ fields }) => entity.schema.parse(fields));
    const messages = of(Message);
    const logs = of(TicketLog);
    const attendances = of(Attendance);
    const tickets = of(Ticket);
    const sends = of(Outbox)
      .filter(({ queue }) => queue !== 'timers')
      .map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))
      .filter(({ type }) => type === 'send');
    for (const ticket of tickets) {
      const theirs = messages
        .filter(({ ticketId }) => ticketId === ticket.id)
        .toSorted((a, b) => a.sortKey.localeCompare(b.sortKey));
      expect(theirs.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(
        TALK.map(([text]) => text),
      );
      const heard = theirs.filter(({ fromMe }) => fromMe);
      expect(
        heard.map(({ body }) => TALK.find(([, answer]) => answer !== null && body.startsWith(answer))?.[0]),
      ).toEqual(['oi', 'ajuda', '2']);
      for (const { id } of heard)
        expect(sends.filter((send) => 'messageId' in send && send.messageId === id)).toHaveLength(1);
      const log = logs
        .filter(({ ticketId }) => ticketId === ticket.id)
        .map(({ type, queueId }) => [type, queueId]);
      expect(log).toEqual([
        ['create', null],
        ['queue', two],
      ]);
      expect(attendances.filter(({ ticketId }) => ticketId === ticket.id)).toMatchObject([
        { chatbotAt: expect.any(String) },
      ]);
      expect(ticket).toMatchObject({
        status: 'pending',
        queueId: two,
        automation: { kind: 'none' },
        unreadMessages: TALK.length,
      });
    }
    expect(tickets).toHaveLength(customers.length);
    return killed();
  };
};
