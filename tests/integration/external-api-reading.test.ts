import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { keepNumberResult } from '@prosa/functions/repositories/connections/number-checks.ts';
import { apiUsageRoutes } from '@prosa/shared/contracts/api-usage.ts';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PDF, PNG } from '../factories/files.ts';
import { receiptEvent, textEvent } from '../factories/inbound-events.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { connect, external, formOf, post, sentIn, usageTotal } from './support/external-api.ts';
import { take } from './support/inbound.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let company: TestCompany;
let sender: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  company = await makeCompany();
  sender = await connect(company);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('GET /external/messages/{id}/status', () => {
  const ask = (id: string, token = sender.token): Promise<Answer> =>
    call(external, { to: `GET /messages/${id}/status`, token });
  const statusOf = async (id: string) => {
    const answer = await ask(id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return externalRoutes.messageStatus.response.parse(answer.body);
  };
  const sendOne = async (): Promise<{ id: string; number: string }> => {
    const number = freshNumber();
    const { messages: sent } = sentIn(await post(sender.token, { body: { number, body: 'oi' } }));
    return { id: sent[0]?.id ?? '', number };
  };
  const placeOf = (id: string) => {
    const [contactId, connectionId, sortKey = ''] = id.split('.');
    return { contactId: Number(contactId), connectionId: Number(connectionId), sortKey };
  };

  it('a message is pending, then sent, then delivered and read', async () => {
    const { id, number } = await sendOne();
    const [message] = await storedFrom(company.table, sender.connectionId, number);
    const wid = message?.providerMessageId ?? '';
    expect(await statusOf(id)).toEqual({
      id,
      state: 'pending',
      ack: 0,
      error: null,
      wid,
      sentAt: message?.sentAt,
      changedAt: message?.rowUpdatedAt,
    });
    await writeSendOutcome(company.table, placeOf(id), 1, { state: 'sent' });
    expect(await statusOf(id)).toMatchObject({ state: 'sent', ack: 1, error: null });
    const where = { companyId: company.id, connectionId: sender.connectionId };
    for (const ack of [2, 3]) {
      await take(receiptEvent(where, wid, ack));
      expect(await statusOf(id)).toMatchObject({ state: 'sent', ack });
    }
  });

  it.each(['failed', 'unknown'] as const)('a message that is %s has a reason', async (state) => {
    const { id } = await sendOne();
    await writeSendOutcome(company.table, placeOf(id), 1, { state, reason: 'not-connected' });
    expect(await statusOf(id)).toMatchObject({ state, ack: 0, error: 'not-connected' });
  });

  it('S-17 S-26 a token sees no message of another connection or company, no note and no incoming message', async () => {
    const { id, number } = await sendOne();
    const theirs = await makeCompany();
    const [other, foreign] = [await connect(company), await connect(theirs)];
    const where = { companyId: company.id, connectionId: sender.connectionId };
    await take(textEvent(where, number, 'recebi'));
    const stored = await storedFrom(company.table, sender.connectionId, number);
    const incoming = stored.find(({ fromMe }) => !fromMe);
    const noted = await call(messages, {
      to: `POST /messages/${incoming?.ticketId}`,
      token: company.admin.token,
      body: { body: 'ligar', isPrivate: true },
    });
    const note = messageRoutes.send.response.parse(noted.body).messages[0]?.id ?? '';
    const absent = id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    for (const [asked, token] of [
      [id, other.token],
      [id, foreign.token],
      [incoming?.id ?? '', sender.token],
      [note, sender.token],
      [absent, sender.token],
    ] as const)
      expect(await ask(asked, token), asked).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_MESSAGE_FOUND', code: 'ERR_NO_MESSAGE_FOUND' },
      });
    expect(await ask('1', sender.token)).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } });
  });
});

describe('usage of the external API', () => {
  const usageOf = async (owner: TestCompany, query = '', token = owner.admin.token) => {
    const answer = await call(companies, { to: `GET /api-usage${query}`, token });
    return apiUsageRoutes.list.response.parse(answer.body);
  };
  const zeros = {
    UsedOnDay: 0,
    usedText: 0,
    usedPDF: 0,
    usedImage: 0,
    usedVideo: 0,
    usedOther: 0,
    usedCheckNumber: 0,
  };

  it('each message counts once by its kind, and a refused or repeated call counts nothing', async () => {
    const owner = await makeCompany();
    const { token } = await connect(owner);
    expect((await usageOf(owner)).total).toEqual(zeros);
    const number = freshNumber();
    const files = [
      { name: 'a.png', type: 'image/png', bytes: PNG },
      { name: 'b.pdf', type: 'application/pdf', bytes: PDF },
    ];
    for (const _repeated of [1, 2]) await post(token, { body: { number, body: 'oi' } }, 'k1');
    await post(token, { body: { number, body: 'oi', noRegister: true } });
    await post(token, { form: formOf({ number }, files) });
    await post(token, { body: { number, body: 'oi', userId: 999_999 } });
    await post(token, { body: { number: 'x', body: 'oi' } });
    await post(token, { body: { number, body: 'outro' } }, 'k1');
    expect((await usageOf(owner)).total).toEqual({
      ...zeros,
      UsedOnDay: 4,
      usedText: 2,
      usedImage: 1,
      usedPDF: 1,
    });
  });

  it('simultaneous calls to many numbers are all counted', async () => {
    const owner = await makeCompany();
    const { token } = await connect(owner);
    const numbers = Array.from({ length: 20 }, freshNumber);
    await Promise.all(numbers.map((number) => post(token, { body: { number, body: 'oi' } })));
    expect(await usageTotal(owner)).toMatchObject({ UsedOnDay: 20, usedText: 20 });
  });

  it('an answered check of a number counts, and a failed one does not', async () => {
    const owner = await makeCompany();
    const { token, connectionId } = await connect(owner);
    const check = async (
      number: string,
      result: { state: 'reached'; number: string } | { state: 'absent' },
    ) => {
      const answer = call(external, { to: 'POST /messages/checkNumber', token, body: { number } });
      const asked = {
        v: 1,
        companyId: owner.id,
        connectionId,
        channel: 'whatsapp',
        receivedAt: 0,
        number,
      } as const;
      const isDone = answer.then(() => true);
      await vi.waitFor(
        async () => {
          await keepNumberResult(owner.table, { ...asked, type: 'number-check', result }, Date.now());
          expect(await Promise.race([isDone, false])).toBe(true);
        },
        { timeout: 20_000 },
      );
      return (await answer).status;
    };
    const number = freshNumber();
    expect(await check(number, { state: 'reached', number })).toBe(200);
    expect(await check(freshNumber(), { state: 'absent' })).toBe(400);
    expect((await usageOf(owner)).total).toEqual({ ...zeros, usedCheckNumber: 1 });
  });

  it("a call counts on the day of the company's time zone, and a month lists its days, the newest first", async () => {
    const owner = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
    const { token } = await connect(owner);
    const at = async (instant: string, count: number) => {
      vi.spyOn(systemClock, 'now').mockImplementation(() => Date.parse(instant));
      for (let nth = 0; nth < count; nth++)
        await post(token, { body: { number: freshNumber(), body: 'oi' } });
    };
    // São Paulo is three hours behind UTC.
    await at('2026-03-01T02:59:00.000Z', 1);
    await at('2026-03-01T03:00:00.000Z', 2);
    await at('2026-03-31T23:00:00.000Z', 3);
    expect(await usageOf(owner)).toMatchObject({
      month: '2026-03',
      days: [
        { day: '2026-03-31', UsedOnDay: 3, usedText: 3 },
        { day: '2026-03-01', UsedOnDay: 2, usedText: 2 },
      ],
      total: { UsedOnDay: 5, usedText: 5 },
    });
    expect(await usageOf(owner, '?month=2026-02')).toMatchObject({
      month: '2026-02',
      days: [{ day: '2026-02-28', UsedOnDay: 1 }],
    });
    expect(await usageOf(owner, '?month=2025-12')).toEqual({ month: '2025-12', days: [], total: zeros });
  });

  it('only users who manage connections read it, each of their own company', async () => {
    const attendant = await company.addUser();
    const ask = (token: string, query = '') => call(companies, { to: `GET /api-usage${query}`, token });
    expect((await ask(attendant.token)).status).toBe(403);
    expect((await ask(company.admin.token, '?month=2026-13')).status).toBe(400);
    const theirs = await makeCompany();
    expect((await usageOf(theirs)).total).toEqual(zeros);
    const without = await makeCompany({ plan: { without: ['useExternalApi'] } });
    expect(await ask(without.admin.token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
  });
});
