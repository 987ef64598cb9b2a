import { randomUUID } from 'node:crypto';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { FILE_REMOVAL_AFTER_MS } from '@prosa/functions/platform/timers/set-timer.ts';
import { findMessageByProviderId, loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { PDF } from '../factories/files.ts';
import { mediaEvent, revokeEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { index as indexReader } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { take } from './support/inbound.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();

let company: TestCompany;
let where: Where;
let token: string;
let readStream: () => Promise<StreamRecord[]>;

beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
  token = company.admin.token;
  readStream = await followStream(engine().endpoint);
});
afterEach(() => vi.restoreAllMocks());

const open = async (): Promise<TicketRow> =>
  (await makeConversation(company, where, { status: 'open', userId: company.admin.id, queueId: null }))
    .ticket;

const isThere = async (key: string): Promise<boolean> => (await headObject(key)) !== undefined;
const keyOf = async (messageId: string): Promise<string> => {
  const key = (await loadMessage(company.table, messageId))?.media?.key ?? '';
  expect(await isThere(key)).toBe(true);
  return key;
};

/** Sends a message with a file. Returns its id and the key of the file. */
const sendFile = async (ticket: TicketRow, isPrivate = false): Promise<{ id: string; key: string }> => {
  const form = new FormData();
  form.append('body', 'segue');
  form.append('isPrivate', String(isPrivate));
  form.append('medias', new Blob([Uint8Array.from(PDF)], { type: 'application/pdf' }), 'contrato.pdf');
  const answer = await call(messages, { to: `POST /messages/${ticket.id}`, token, form });
  const [message] = messageRoutes.send.response.parse(answer.body).messages;
  if (message === undefined) throw new Error('nothing was sent');
  return { id: message.id, key: await keyOf(message.id) };
};

/** Receives a customer's message with a file that arrives. */
const receiveFile = async (): Promise<{ id: string; key: string; providerMessageId: string }> => {
  const event = textEvent(where, `5541${Math.floor(10_000_000 + Math.random() * 89_999_999)}`, '', {
    content: { kind: 'document', media: { mimeType: 'application/pdf', voice: false, source: 'opaque' } },
  });
  await take(event);
  const { providerMessageId } = event;
  const stored = await findMessageByProviderId(
    company.table,
    whatsapp,
    where.connectionId,
    providerMessageId,
  );
  if (stored === undefined) throw new Error('not stored');
  const key = storedKey(company.id, randomUUID());
  await arrive(stored.id, key);
  return { id: stored.id, key, providerMessageId };
};
const arrive = async (messageId: string, key: string): Promise<void> => {
  await putObject(key, PDF, 'application/pdf');
  const result = { state: 'stored', key, mimeType: 'application/pdf', size: PDF.byteLength } as const;
  await take(mediaEvent(where, messageId, result));
};

/** Delivers the stream records since the last call twice, then fires the file's timer twice. */
const settle = async (key: string): Promise<'removed' | 'kept' | 'no timer'> => {
  const Records = await readStream();
  for (let times = 0; times < 2; times++)
    expect(await indexReader({ Records })).toEqual({ batchItemFailures: [] });
  const timer = await company.table.get(Timer, { kind: 'file-removal', subject: key }, { consistent: true });
  if (timer === undefined) return 'no timer';
  // A link that was signed just before the deletion still opens. No such link is valid any more when the file is
  // removed.
  expect(await isThere(key)).toBe(true);
  const { kind, subject, token: setting } = timer;
  const due = { companyId: company.id, kind, subject, token: setting };
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  expect(await fireTimers(due, due)).toEqual([]);
  vi.restoreAllMocks();
  return (await isThere(key)) ? 'kept' : 'removed';
};

const setSettings = async (settings: object) => {
  await commit([company.table.put(CompanySettings, { companyId: company.id, ...settings }, 'any')]);
  forgetDirectory(company.id);
};

describe('S-44: a file is removed with its message', () => {
  it('the file is removed when the attendant deletes the message', async () => {
    const { id, key } = await sendFile(await open());
    expect(await settle(key)).toBe('no timer');
    expect((await call(messages, { to: `DELETE /messages/${id}`, token })).status).toBe(200);
    expect(await settle(key)).toBe('removed');
    expect(await settle(key)).toBe('no timer');
    expect((await call(messages, { to: `DELETE /messages/${id}`, token })).status).toBe(200);
    expect(await settle(key)).toBe('no timer');
  });

  it.each([true, false])(
    'the file is removed when the customer deletes the message and the company discards deleted messages: %s',
    async (lgpdDeleteMessage) => {
      await setSettings({ lgpdDeleteMessage });
      const { id, key, providerMessageId } = await receiveFile();
      await settle(key);
      await take(revokeEvent(where, providerMessageId));
      const deleted = await loadMessage(company.table, id);
      expect(deleted?.isDeleted).toBe(true);
      expect(deleted?.media === null).toBe(lgpdDeleteMessage);
      expect(await settle(key)).toBe('removed');
      await setSettings({});
    },
  );

  it('the file is removed when a private note is deleted', async () => {
    const { id, key } = await sendFile(await open(), true);
    expect((await call(messages, { to: `DELETE /messages/${id}`, token })).status).toBe(200);
    expect(await loadMessage(company.table, id)).toBeUndefined();
    expect(await settle(key)).toBe('removed');
  });

  it('the file is removed when the ticket is deleted', async () => {
    const ticket = await open();
    const { key } = await sendFile(ticket);
    await settle(key);
    expect((await call(tickets, { to: `DELETE /tickets/${ticket.id}`, token })).status).toBe(200);
    expect(await settle(key)).toBe('removed');
  });

  it('the file is removed when it arrives only after the deletion', async () => {
    const { id, key, providerMessageId } = await receiveFile();
    await take(revokeEvent(where, providerMessageId));
    const late = storedKey(company.id, randomUUID());
    await arrive(id, late);
    expect(await isThere(late)).toBe(false);
    expect(await settle(key)).toBe('removed');
    const another = storedKey(company.id, randomUUID());
    await arrive(`999.${where.connectionId}.1763640000000-${'0'.repeat(20)}`, another);
    expect(await isThere(another)).toBe(false);
  });
});

describe('S-44: a file is kept', () => {
  it('a forwarded message keeps its own copy when the original is deleted', async () => {
    const [ticket, target] = [await open(), await open()];
    const { id, key } = await sendFile(ticket);
    const body = { messageId: id, contactId: target.contactId };
    const forwarded = await call(messages, { to: 'POST /message/forward', token, body });
    const [copy] = messageRoutes.forward.response.parse(forwarded.body).messages;
    const copyKey = await keyOf(copy?.id ?? '');
    expect((await call(messages, { to: `DELETE /messages/${id}`, token })).status).toBe(200);
    expect(await settle(key)).toBe('removed');
    expect(await isThere(copyKey)).toBe(true);
    expect((await call(messages, { to: `DELETE /messages/${copy?.id}`, token })).status).toBe(200);
    expect(await settle(copyKey)).toBe('removed');
  });

  it('the file is kept when the deletion is refused', async () => {
    const { id, key } = await receiveFile();
    expect((await call(messages, { to: `DELETE /messages/${id}`, token })).status).toBe(400);
    expect(await settle(key)).toBe('no timer');
    expect(await isThere(key)).toBe(true);
  });

  it('the file is kept when its message still shows it, despite a late stream record of a deletion', async () => {
    const { id, key } = await sendFile(await open());
    await readStream();
    const place = parseMessageId(id);
    const message = await loadMessage(company.table, id);
    if (place === undefined || message === undefined) throw new Error('the message is gone');
    await commit([company.table.delete(Message, place)]);
    const late = await readStream();
    await commit([company.table.put(Message, message, 'absent')]);
    await readStream();
    expect(await indexReader({ Records: late })).toEqual({ batchItemFailures: [] });
    expect(await settle(key)).toBe('kept');
  });

  it('through every other change of its message and ticket', async () => {
    const ticket = await open();
    const { id, key } = await sendFile(ticket);
    const message = await loadMessage(company.table, id);
    if (message === undefined) throw new Error('the message is gone');
    await commit([company.table.put(Message, { ...message, ack: 3, isEdited: true }, message.version)]);
    const row = await reload(company.table, ticket.id);
    await commit([company.table.put(Ticket, { ...row, status: 'closed', latestClosed: true }, row.version)]);
    expect(await settle(key)).toBe('no timer');
    expect(await isThere(key)).toBe(true);
  });
});

it('S-44: a file is removed well within a day, and after every link to it has expired (S-40)', () => {
  expect(FILE_REMOVAL_AFTER_MS).toBeGreaterThan(10 * 60_000);
  expect(FILE_REMOVAL_AFTER_MS).toBeLessThan(24 * 3_600_000);
});
