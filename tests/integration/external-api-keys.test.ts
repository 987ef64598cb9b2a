import { listKeys } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PDF, PNG } from '../factories/files.ts';
import { reload } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import {
  commandsTo,
  connect,
  external,
  formOf,
  post,
  sentIn,
  setStatus,
  textsTo,
  ticketIdIn,
  usageTotal,
} from './support/external-api.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';
import { isWrite } from './support/table-proxy.ts';

useTable();
useBucket();

const HOUR_MS = 60 * 60 * 1000;
let company: TestCompany;
let sender: Awaited<ReturnType<typeof connect>>;
let serial = 0;
const freshKey = (): string => `order-${++serial}`;

beforeAll(async () => {
  company = await makeCompany();
  sender = await connect(company);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const picture = { name: 'a.png', type: 'image/png', bytes: PNG };
const files = () => listKeys(storedKey(company.id, ''));

describe('idempotency keys of the external API', () => {
  it('a repeated call sends nothing and gets the same answer', async () => {
    const body = { number: freshNumber(), body: 'seu pedido saiu', closeTicket: true };
    const key = freshKey();
    const first = sentIn(await post(sender.token, { body }, key));
    expect(first.messages).toHaveLength(1);
    const { sent, counted } = {
      sent: await textsTo(company, sender, body.number),
      counted: await usageTotal(company),
    };
    for (const repeated of [await post(sender.token, { body }, key), await post(sender.token, { body }, key)])
      expect(sentIn(repeated)).toEqual(first);
    expect(await textsTo(company, sender, body.number)).toEqual(sent);
    expect(await usageTotal(company)).toEqual(counted);
    const { status, version } = await reload(company.table, (await ticketIdIn(company, first)) ?? 0);
    expect([status, version]).toEqual(['closed', 1]);
  });

  it('a call without a key, or with another key, is a new call', async () => {
    const body = { number: freshNumber(), body: 'oi' };
    for (const key of [freshKey(), freshKey(), undefined, undefined]) await post(sender.token, { body }, key);
    expect(await textsTo(company, sender, body.number)).toEqual(['oi', 'oi', 'oi', 'oi']);
  });

  it.each([
    ['text', { body: 'tchau' }],
    ['number', { number: '5511988889999' }],
    ['flag', { closeTicket: true }],
  ])('another %s under the same key is refused, and nothing is sent', async (_what, changed) => {
    const body = { number: freshNumber(), body: 'oi' };
    const key = freshKey();
    await post(sender.token, { body }, key);
    expect(await post(sender.token, { body: { ...body, ...changed } }, key)).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH', code: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
    expect(await textsTo(company, sender, body.number)).toEqual(['oi']);
    expect(await textsTo(company, sender, '5511988889999')).toEqual([]);
  });

  it('of simultaneous calls with one key one sends, and all get its answer', async () => {
    const body = { number: freshNumber(), body: 'uma vez' };
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(sender.token, { body }, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(sentIn(answer)))).size).toBe(1);
    expect(await textsTo(company, sender, body.number)).toEqual(['uma vez']);
  });

  it('of simultaneous calls with one key and different texts one sends, and the others are refused', async () => {
    const number = freshNumber();
    const key = freshKey();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((body) => post(sender.token, { body: { number, body } }, key)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await textsTo(company, sender, number)).toHaveLength(1);
  });

  it('a repeated call with noRegister sends nothing', async () => {
    const body = { number: freshNumber(), body: 'só isto', noRegister: true };
    const key = freshKey();
    const answers = await Promise.all([1, 2, 3].map(() => post(sender.token, { body }, key)));
    for (const answer of answers) expect(sentIn(answer)).toEqual({ status: 'SUCCESS', messages: [] });
    expect(await commandsTo(company, sender.connectionId, body.number)).toHaveLength(1);
  });

  it('a repeated call with files sends and keeps each file once', async () => {
    const number = freshNumber();
    const key = freshKey();
    const form = () =>
      formOf({ number, body: 'veja' }, [picture, { name: 'b.pdf', type: 'application/pdf', bytes: PDF }]);
    const before = (await files()).length;
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(() => post(sender.token, { form: form() }, key)),
    );
    for (const answer of [...others, await post(sender.token, { form: form() }, key)])
      expect(answer.body).toEqual(first?.body);
    expect(await textsTo(company, sender, number)).toEqual(['veja', 'veja']);
    expect((await files()).length).toBe(before + 2);
    const other = formOf({ number, body: 'veja' }, [picture, { ...picture, name: 'c.png' }]);
    expect((await post(sender.token, { form: other }, key)).status).toBe(422);
  });

  it('a repeated link is sent once, and its key names no other call', async () => {
    const number = freshNumber();
    const headers = { 'idempotency-key': freshKey() };
    const body = { number, url: 'https://loja.example/a.png' };
    const send = () =>
      call(external, { to: 'POST /messages/send/linkImage', token: sender.token, body, headers });
    const first = sentIn(await send());
    expect(sentIn(await send())).toEqual(first);
    expect(await textsTo(company, sender, number)).toHaveLength(1);
    const text = { number, body: 'oi' };
    expect((await post(sender.token, { body: text }, headers['idempotency-key'])).status).toBe(422);
  });

  it('a call that was refused does not use up its key', async () => {
    const body = { number: freshNumber(), body: 'oi', userId: 999_999 };
    const key = freshKey();
    expect((await post(sender.token, { body }, key)).status).toBe(404);
    const { userId: _unknown, ...right } = body;
    expect(sentIn(await post(sender.token, { body: right }, key)).messages).toHaveLength(1);
  });

  it('a repeated call gets its answer while the session is not connected', async () => {
    const own = await connect(company);
    const body = { number: freshNumber(), body: 'oi' };
    const key = freshKey();
    const first = sentIn(await post(own.token, { body }, key));
    await setStatus(company, own.connectionId, 'DISCONNECTED');
    expect(sentIn(await post(own.token, { body }, key))).toEqual(first);
    expect((await post(own.token, { body }, freshKey())).status).toBe(409);
  });

  it('connections have keys of their own', async () => {
    const other = await connect(company);
    const theirs = await makeCompany();
    const foreign = await connect(theirs);
    const body = { number: freshNumber(), body: 'oi' };
    const key = freshKey();
    const ids = [sender, other, foreign].map(
      async ({ token }) => sentIn(await post(token, { body }, key)).messages,
    );
    expect(new Set((await Promise.all(ids)).map((id) => JSON.stringify(id))).size).toBe(3);
    expect(await textsTo(theirs, foreign, body.number)).toEqual(['oi']);
  });

  it('a key is free again after 24 hours', async () => {
    const body = { number: freshNumber(), body: 'oi' };
    const key = freshKey();
    await post(sender.token, { body }, key);
    const atMs = Date.now();
    vi.spyOn(systemClock, 'now').mockImplementation(() => atMs + 24 * HOUR_MS - 60_000);
    await post(sender.token, { body }, key);
    expect(await textsTo(company, sender, body.number)).toEqual(['oi']);
    vi.spyOn(systemClock, 'now').mockImplementation(() => atMs + 24 * HOUR_MS);
    for (const _again of [1, 2]) await post(sender.token, { body }, key);
    expect(await textsTo(company, sender, body.number)).toEqual(['oi', 'oi']);
  });

  it.each(['', 'a b', 'ação', 'x'.repeat(256)])(
    'a key that is not 1 to 255 visible characters is refused: %s',
    async (key) => {
      const body = { number: freshNumber(), body: 'oi' };
      expect(await post(sender.token, { body }, key)).toMatchObject({
        status: 400,
        body: { code: 'ERR_VALIDATION', details: [{ path: 'headers.idempotency-key' }] },
      });
      expect(await textsTo(company, sender, body.number)).toEqual([]);
    },
  );

  it.each(['text', 'files', 'noRegister'])(
    'R17 a repetition after a crash between commit and answer sends nothing more: %s',
    async (kind) => {
      const number = freshNumber();
      const key = freshKey();
      const asked = () =>
        kind === 'files'
          ? { form: formOf({ number, body: 'oi', closeTicket: 'true' }, [picture, picture]) }
          : { body: { number, body: 'oi', closeTicket: true, noRegister: kind === 'noRegister' } };
      // Answers to the transaction of the call never arrive.
      const mend = await spoilTable((request) =>
        isWrite(request) && request.body.includes('"externalCall"') ? 'lose' : undefined,
      );
      expect((await post(sender.token, asked(), key)).status).toBe(503);
      mend();
      const answer = sentIn(await post(sender.token, asked(), key));
      const { messages } = answer;
      const ticketId = await ticketIdIn(company, answer);
      const sent = { text: 1, files: 2, noRegister: 0 }[kind];
      expect(messages).toHaveLength(sent ?? -1);
      expect(await textsTo(company, sender, number)).toHaveLength(sent ?? -1);
      if (ticketId === undefined)
        expect(await commandsTo(company, sender.connectionId, number)).toHaveLength(1);
      else expect((await reload(company.table, ticketId)).status).toBe('closed');
    },
  );
});
