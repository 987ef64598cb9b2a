import { systemClock } from '@prosa/functions/platform/clock.ts';
import type { Usage } from '@prosa/functions/platform/meter.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { connect, post, sentIn } from './support/external-api.ts';
import { meterCompany } from './support/meter-company.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});
useTable();

let company: TestCompany;
let token: string;
let nowMs = Date.now();
beforeAll(async () => {
  company = await makeCompany();
  ({ token } = await connect(company));
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** Returns the table's usage by a call that comes a second after the one before it. */
const unitsOf = async (
  body: object,
  key?: string,
): Promise<Pick<Usage, 'calls' | 'readUnits' | 'writeUnits'>> => {
  nowMs += 1000;
  const { result, usage } = await meterCompany(company, () => post(token, { body }, key));
  sentIn(result);
  const { calls, readUnits, writeUnits } = usage;
  return { calls, readUnits, writeUnits };
};

describe('units of a call of the external API, without those of indexes', () => {
  it('the limit takes one write, the count two, and a key two writes and two reads', async () => {
    const text = { number: freshNumber(), body: 'seu pedido saiu' };
    await unitsOf(text);
    const plain = await unitsOf(text);
    expect(plain.writeUnits).toBeLessThanOrEqual(16);
    expect(plain.calls).toBeLessThanOrEqual(9);
    const named = await unitsOf(text, 'pedido-42');
    expect(named.writeUnits - plain.writeUnits).toBeLessThanOrEqual(2);
    expect(named.readUnits - plain.readUnits).toBeLessThanOrEqual(2);
    const repeated = await unitsOf(text, 'pedido-42');
    expect(repeated.writeUnits).toBe(1);
    expect(repeated.calls).toBeLessThanOrEqual(4);
  });

  it('closing the ticket with the message takes no transaction more', async () => {
    const number = freshNumber();
    await unitsOf({ number, body: 'oi' });
    const plain = await unitsOf({ number, body: 'oi' });
    const closing = await unitsOf({ number, body: 'tchau', closeTicket: true });
    expect(closing.calls - plain.calls).toBeLessThanOrEqual(1);
    expect(closing.writeUnits - plain.writeUnits).toBeLessThanOrEqual(8);
  });
});
