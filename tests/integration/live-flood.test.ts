import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { CHAT_BOX_ANSWERS } from '@prosa/shared/events/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { send } from './support/http.ts';

const POLICY_VIOLATION = 1008;
const sessionSchema = z.object({ token: z.string() });
const ticketSchema = z.object({ ticket: z.string() });
const TICKET_UUID_ID = 900;

let stack: Stack;
let calm: TestCompany;
let loud: TestCompany;
const uuids: string[] = [];

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  [calm, loud] = [await makeCompany(), await makeCompany()];
  const rows = [1, 2].map((at) =>
    ticketRow({ id: TICKET_UUID_ID + at, companyId: calm.id, queueId: null, status: 'pending' }),
  );
  await commit(rows.map((row) => calm.table.put(Ticket, row, 'absent')));
  uuids.push(...rows.map(({ uuid }) => uuid));
});
afterAll(() => stack?.stop());

const post = (target: string, more: object) => send(stack.url, { method: 'POST', target, ...more });
const openFor = async (company: TestCompany, tokenOf: string): Promise<WebSocket> => {
  const { ticket } = ticketSchema.parse((await post('/api/realtime/ticket', { token: tokenOf })).body);
  const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/ws?ticket=${ticket}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('close', () => reject(new Error(`company ${company.id} has no socket`)));
  });
  return socket;
};
const signIn = async ({ admin }: TestCompany): Promise<string> =>
  sessionSchema.parse(
    (await post('/api/auth/login', { body: { email: admin.email, password: TEST_PASSWORD } })).body,
  ).token;
const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));

/** Measures how long it takes, in milliseconds, to join a conversation. */
const joinMs = async (socket: WebSocket, uuid: string): Promise<number> => {
  const startedAt = performance.now();
  const joined = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent) => {
      if (!String(data).includes(CHAT_BOX_ANSWERS.joined)) return;
      socket.removeEventListener('message', hear);
      resolve();
    };
    socket.addEventListener('message', hear);
  });
  socket.send(JSON.stringify({ action: 'joinChatBox', id: uuid }));
  await joined;
  return performance.now() - startedAt;
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe('a company that floods its WebSocket connections', () => {
  it('the connections of a flooding company are closed, and other companies are served meanwhile', async () => {
    const mine = await openFor(calm, await signIn(calm));
    const token = await signIn(loud);
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openFor(loud, token)));
    const before: number[] = [];
    for (let i = 0; i < 10; i++) before.push(await joinMs(mine, uuids[i % 2] ?? ''));

    const codes = sockets.map(closeOf);
    for (const socket of sockets) {
      for (let i = 0; i < 3_000; i++) socket.send('{"action":"userStatus"}');
    }
    const during: number[] = [];
    for (let i = 0; i < 10; i++) during.push(await joinMs(mine, uuids[i % 2] ?? ''));

    expect(await Promise.all(codes)).toEqual(sockets.map(() => POLICY_VIOLATION));
    expect(median(during)).toBeLessThan(median(before) + 500);
    expect(mine.readyState).toBe(WebSocket.OPEN);
    mine.close();
  });

  it('a flooding company may reconnect afterwards', async () => {
    const socket = await openFor(loud, await signIn(loud));
    socket.send('{"action":"joinNotification"}');
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
  });
});
