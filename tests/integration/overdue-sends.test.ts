import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { OUTCOME_DUE_AFTER_MS, send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { makeTicket } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
const SECOND = 1000;
let company: TestCompany;
let connectionId: number;
let nowMs = Date.now();

beforeEach(async () => {
  nowMs = Date.now();
  company = await makeCompany();
  connectionId = await company.addConnection();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const moment = () => ({ ids: systemIds, nowMs });

const sendOne = async () => {
  const ticket = await makeTicket(company.table, { connectionId }, { status: 'open' });
  const turn = send(turnOn(ticket), { body: 'vai?', userId: null }, whatsapp, moment());
  const { messages } = await commitTurn(company.table, turn, moment());
  const [message] = messages;
  if (message === undefined) throw new Error('nothing was sent');
  return {
    message,
    read: () => company.table.get(Message, message, { consistent: true }),
    isHandedOver: (bodies: readonly unknown[]) =>
      bodies.some((body) => JSON.stringify(body).includes(`"${message.id}"`)),
  };
};

/** Returns the timers that a tick hands over now, and the number it hands over with a delay. */
const handedOver = async (): Promise<{ now: unknown[]; delayed: number }> => {
  await tick({});
  const { delayed } = edge().sqs.queue('timers').counts();
  return { now: edge().takeAll('timers'), delayed };
};

describe('a send without an outcome', () => {
  it('R26: is handed over in time to end as unknown within 90 s', async () => {
    const lost = await sendOne();
    await handedOver();
    expect(OUTCOME_DUE_AFTER_MS).toBeLessThan(90 * SECOND);
    const before = edge().sqs.queue('timers').counts().delayed;
    nowMs += OUTCOME_DUE_AFTER_MS - 30 * SECOND;
    // Due before the next tick, so it is queued with the remaining delay.
    const { now, delayed } = await handedOver();
    expect(lost.isHandedOver(now)).toBe(false);
    expect(delayed).toBe(before + 1);
    nowMs += 31 * SECOND;
    const due = (await handedOver()).now;
    expect(lost.isHandedOver(due)).toBe(true);
    expect(await fireTimers(...due)).toEqual([]);
    expect(await lost.read()).toMatchObject({ sendState: 'unknown', sendError: 'no-answer', version: 2 });
    // Not handed over any more.
    expect(lost.isHandedOver((await handedOver()).now)).toBe(false);
  });

  it('R22: an overdue send ends once even with several workers, and not at all after its outcome or during a new attempt', async () => {
    const [lost, sent, again] = [await sendOne(), await sendOne(), await sendOne()];
    nowMs += OUTCOME_DUE_AFTER_MS + SECOND;
    const due = (await handedOver()).now;
    await writeSendOutcome(company.table, sent.message, 1, { state: 'sent' });
    const { version: _version, ...row } = again.message;
    await commit([company.table.put(Message, { ...row, attempt: 2 }, again.message.version)]);
    await Promise.all(Array.from({ length: 10 }, () => fireTimers(...due)));
    expect(await lost.read()).toMatchObject({ sendState: 'unknown', version: 2 });
    expect(await sent.read()).toMatchObject({ sendState: 'sent', ack: 1, version: 2 });
    expect(await again.read()).toMatchObject({ sendState: 'pending', version: 2 });
  });

  it('is corrected by a late outcome', async () => {
    const late = await sendOne();
    nowMs += OUTCOME_DUE_AFTER_MS + SECOND;
    await fireTimers(...(await handedOver()).now);
    expect(await writeSendOutcome(company.table, late.message, 1, { state: 'sent' })).toBe(true);
    expect(await late.read()).toMatchObject({ sendState: 'sent', sendError: '' });
  });
});
