import { randomUUID } from 'node:crypto';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Socket, SocketOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { internalChatMessageViewSchema } from '@prosa/shared/contracts/internal-chats.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { consume } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();
const edge = useEdge();

let company: TestCompany;
let ana: TestUser;
let bob: TestUser;
let carla: TestUser;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  ana = await company.addUser({ name: 'Ana' });
  bob = await company.addUser({ name: 'Bob' });
  carla = await company.addUser({ name: 'Carla' });
  records = await followStream(engine().endpoint);
});

const catchUp = async (): Promise<void> => {
  expect(await consume(await records())).toEqual({ batchItemFailures: [] });
};
const addSocket = async ({ id: userId }: TestUser): Promise<string> => {
  const socketId = `s-${randomUUID()}`;
  const base = { companyId: company.id, userId, socketId, expiresAt: toInstant(Date.now() + 60_000) };
  await commit([
    company.table.put(
      Socket,
      { ...base, sessionId: `session-${userId}`, sessionVersion: 1, rooms: [] },
      'absent',
      Date.now() - 60_000,
    ),
    globalTable.put(SocketOwner, base, 'absent'),
  ]);
  return socketId;
};
const created = z.object({ id: z.int() });
const ask = (to: string, { token }: TestUser, body?: object) => call(internalChats, { to, token, body });
const begin = async (user: TestUser, others: readonly TestUser[]): Promise<number> =>
  created.parse(
    (await ask('POST /chats', user, { title: 'Suporte', users: others.map(({ id }) => id) })).body,
  ).id;

describe('events of chats between users', () => {
  it('S-20: each change of a chat and each message reaches its members at once, and nobody else', async () => {
    const sockets = {
      ana: await addSocket(ana),
      bob: await addSocket(bob),
      carla: await addSocket(carla),
      admin: await addSocket(company.admin),
    };
    const heard = async () => {
      await catchUp();
      const all = Object.entries(sockets).map(([name, socket]) => [name, edge().sockets.heardBy(socket)]);
      edge().sockets.reset();
      return Object.fromEntries(all.filter(([, events]) => (events ?? []).length > 0));
    };
    await heard();
    const id = await begin(ana, [bob]);
    expect(await heard()).toEqual({
      ana: [`chat-user-${ana.id} create`],
      bob: [`chat-user-${bob.id} create`],
    });
    await ask(`POST /chats/${id}/messages`, ana, { message: 'um' });
    const told = await heard();
    for (const name of ['ana', 'bob'])
      expect(told[name]?.toSorted()).toEqual(['chat update', `chat-${id} new-message`]);
    expect(Object.keys(told)).toHaveLength(2);
    await ask(`POST /chats/${id}/read`, bob, {});
    expect(await heard()).toEqual({ ana: ['chat update'], bob: ['chat update'] });
    await ask(`PUT /chats/${id}`, ana, { title: 'Outro', users: [carla.id] });
    expect(await heard()).toEqual({
      ana: ['chat update'],
      bob: [`chat-user-${bob.id} delete`],
      carla: [`chat-user-${carla.id} create`],
    });
    await ask(`DELETE /chats/${id}`, ana);
    expect(await heard()).toEqual({
      ana: [`chat-user-${ana.id} delete`],
      carla: [`chat-user-${carla.id} delete`],
    });
  });

  it('a message that comes in a batch without its chat is published to the current members, with a link to its file', async () => {
    const id = await begin(ana, [bob]);
    await catchUp();
    const socket = await addSocket(bob);
    const form = new FormData();
    form.append('message', 'veja');
    form.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'vitrine.png');
    await call(internalChats, { to: `POST /chats/${id}/messages`, token: ana.token, form });
    const batch = await records();
    const isOfChat = ({ dynamodb }: StreamRecord): boolean =>
      JSON.stringify(dynamodb?.Keys).includes('"CHAT"');
    expect(await consume(batch.filter((record) => !isOfChat(record)))).toEqual({ batchItemFailures: [] });
    const [frame] = edge().sockets.framesOf(socket);
    expect(edge().sockets.framesOf(socket)).toHaveLength(1);
    expect(frame?.data.userIds).toEqual([ana.id, bob.id]);
    expect(internalChatMessageViewSchema.parse(frame?.data.newMessage)).toMatchObject({
      id: 1,
      message: 'veja',
      sender: { name: 'Ana' },
      mediaName: 'vitrine.png',
      mediaPath: expect.stringMatching(/^\/media\/t\//),
    });
  });
});
