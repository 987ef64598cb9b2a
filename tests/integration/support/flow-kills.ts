import { FlowFigures } from '@prosa/functions/platform/table/entities/flows.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { FLOW_RESUME } from '@prosa/shared/messaging/timer-message.ts';
import { expect } from 'vitest';
import type * as z from 'zod';
import { makeCompany } from '../../factories/company.ts';
import { textEvent } from '../../factories/inbound-events.ts';
import { dueAnswer, settlePrompt } from '../../support/answer-customer.ts';
import { asks, flowOf, handsTo, offers, pauses, says } from '../../support/flows.ts';
import { publishFlow } from '../../support/publish-flow.ts';
import { killWorker } from './kill-worker.ts';
import { useTable } from './table.ts';
import { brokenRules } from './table-rules.ts';
import { readTable } from './table-scan.ts';
import { useWorkerProcesses } from './worker-processes.ts';

const SEED = 20_261_126;
/** Higher than the number of a step's calls, so that some kills hit an idle process. */
const MAX_CALLS = 24;
/** Each message comes once more after the worker has accepted it. */
const TIMES = 2;
const WRITING_MS = 5000;
const TALK = ['oi', 'Ana', 'sim'] as const;
const HEARD = ['Nome?', 'Um momento, Ana', 'Ana, comprar?\n\n[ 1 ] Sim\n[ 2 ] Não', 'Aqui é a fila'];

/**
 * Returns a function that kills the process of the workers in the middle of a flow's steps and returns the number of
 * kills. It checks that every question, answer and pause had one effect. Call at the top level.
 */
export const useFlowKills = (): ((wanted: number) => Promise<number>) => {
  const engine = useTable();
  const workers = useWorkerProcesses();

  return async (wanted) => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ greetingMessage: 'Aqui é a fila' });
    const other = await company.addQueue();
    const flowId = await publishFlow(
      company,
      flowOf(
        {
          1: ['start'],
          nome: asks('Nome?', 'nome'),
          espera: says('Um momento, {{nome}}'),
          pausa: pauses(1),
          menu: offers('{{nome}}, comprar?', 'Sim', 'Não'),
          fila: handsTo(queueId),
        },
        ['1>nome', 'nome>espera', 'espera>pausa', 'pausa>menu', 'menu:a1>fila'],
      ),
    );
    const connectionId = await company.addConnection({ queueIds: [queueId, other], flowIdWelcome: flowId });
    const where = { companyId: company.id, connectionId };

    const { deliver, killed } = await killWorker(workers, { wanted, maxCalls: MAX_CALLS, seed: SEED });
    const rowsOf = async <S extends z.ZodObject>(entity: {
      name: string;
      schema: S;
    }): Promise<z.output<S>[]> =>
      (await readTable(engine().endpoint))
        .filter((row) => row.entity === entity.name)
        .map(({ fields }) => entity.schema.parse(fields));
    /** Ends the pauses of flows. */
    const endPauses = async (): Promise<void> => {
      for (const { id, automation } of await rowsOf(Ticket)) {
        if (automation.kind !== 'flow' || automation.pause === null) continue;
        const { token } = automation.pause;
        const body = { companyId: company.id, kind: FLOW_RESUME, subject: String(id), token };
        await deliver('timers', JSON.stringify(body), TIMES);
      }
    };

    let customers = 0;
    while (killed() < wanted) {
      if (customers > wanted) throw new Error('hardly a call is killed');
      const number = `5531977${String(customers).padStart(6, '0')}`;
      customers += 1;
      for (const [n, text] of TALK.entries()) {
        // Each text is written after the answer to the one before.
        const sentAt = Date.now() + n * WRITING_MS;
        await deliver(
          'inbound',
          JSON.stringify(textEvent(where, number, text, { sentAt, receivedAt: sentAt })),
          TIMES,
        );
        const due = await dueAnswer(company.table, where, number);
        if (due !== undefined) await deliver('timers', JSON.stringify(due), TIMES);
        await endPauses();
        await settlePrompt(company.table, where, number);
      }
    }

    expect(brokenRules(await readTable(engine().endpoint))).toEqual([]);
    const messages = await rowsOf(Message);
    const tickets = await rowsOf(Ticket);
    expect(tickets).toHaveLength(customers);
    for (const ticket of tickets) {
      const theirs = messages.filter(({ ticketId, fromMe }) => ticketId === ticket.id && fromMe);
      expect(theirs.map(({ body }) => body).sort()).toEqual([...HEARD].sort());
      expect(ticket).toMatchObject({ status: 'pending', queueId, automation: { kind: 'none' } });
    }
    const figures = await rowsOf(FlowFigures);
    const passes = figures.flatMap((row) => Object.entries(row).filter(([name]) => name.startsWith('n:')));
    expect(Object.fromEntries(passes)).toEqual(
      Object.fromEntries(
        ['1', 'nome', 'espera', 'pausa', 'menu', 'fila'].map((id) => [`n:${id}`, customers]),
      ),
    );
    return killed();
  };
};
