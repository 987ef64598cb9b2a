import { canonicalIdentity } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { requireDirectory } from '@prosa/functions/platform/directory.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Contact, ContactAlias } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { loadContactWithConversations } from '@prosa/functions/repositories/contacts/contacts.ts';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { ADMIN_EMAIL, DEMO_COMPANY_ID, seed } from '@prosa/infra/local/seed.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ownCompany, ownTable } from '../support/own-company.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
const PASSWORD = 'senha da demonstração';
const files = new Map<string, { bytes: Uint8Array; mimeType: string }>();
const storeFile = async (key: string, bytes: Uint8Array, mimeType: string): Promise<void> => {
  files.set(key, { bytes, mimeType });
};
const table = ownTable(DEMO_COMPANY_ID);
const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const countRows = async (): Promise<number> => {
  const page = z.object({ Count: z.int(), LastEvaluatedKey: z.record(z.string(), z.unknown()).optional() });
  let count = 0;
  let from: object | undefined;
  do {
    const { Count, LastEvaluatedKey } = page.parse(
      await awsJsonCall(engine().endpoint, 'DynamoDB_20120810.Scan', {
        TableName: TABLE.name,
        Select: 'COUNT',
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    count += Count;
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return count;
};

const allTickets = async () =>
  (await table.getMany(Ticket, ids(60), { consistent: true })).filter((row) => row !== undefined);
const messagesOf = (contactId: number) =>
  table.query(Message, { pk: keys.message({ contactId, connectionId: 1, sortKey: '' }).pk, limit: 200 });

beforeAll(async () => {
  const interrupted = seed({
    kind: 'demo',
    adminPassword: PASSWORD,
    storeFile: async () => {
      throw new Error('the bucket went away');
    },
  });
  await expect(interrupted).rejects.toThrow('the bucket went away');
  await seed({ kind: 'demo', adminPassword: PASSWORD, storeFile });
});

describe('demo company', () => {
  it('lets every demo user sign in with the same password', async () => {
    for (const email of [ADMIN_EMAIL, 'ana@demo.local', 'bruno@demo.local', 'carla@demo.local']) {
      const answer = await call(signIn, { to: 'POST /auth/login', body: { email, password: PASSWORD } });
      expect(answer, email).toMatchObject({
        status: 200,
        body: { user: { email, super: email === ADMIN_EMAIL } },
      });
    }
  });

  it('has three queues, users in different queues, and a started connection', async () => {
    const directory = await requireDirectory(ownCompany(DEMO_COMPANY_ID));
    expect([...directory.queues.values()].map((queue) => queue.name)).toEqual([
      'Suporte',
      'Vendas',
      'Financeiro',
    ]);
    expect([...directory.users.values()].map((user) => [user.profile, user.queueIds])).toEqual([
      ['admin', [1, 2, 3]],
      ['user', [1]],
      ['user', [2, 3]],
    ]);
    expect([...directory.connections.values()]).toMatchObject([
      { channel: 'whatsapp', isDefault: true, started: true },
    ]);
    expect((await table.get(ConnectionState, { connectionId: 1 }))?.status).toBe('OPENING');
  });

  it('has 60 tickets of 40 contacts, at most one active per contact, and shows the newest closed ones', async () => {
    const tickets = await allTickets();
    expect(tickets).toHaveLength(60);
    expect(new Set(tickets.map((ticket) => ticket.contactId)).size).toBe(40);
    for (const status of ['pending', 'open', 'closed', 'group']) {
      expect(
        tickets.some((ticket) => ticket.status === status),
        status,
      ).toBe(true);
    }
    for (const { id } of ids(40)) {
      const found = await loadContactWithConversations(table, id);
      const own = tickets.filter((ticket) => ticket.contactId === id);
      const active = own.filter((ticket) => ticket.status !== 'closed');
      const [conversation] = found?.conversations ?? [];
      expect(active.length).toBeLessThanOrEqual(1);
      expect(conversation).toMatchObject({
        activeTicketId: active[0]?.id ?? null,
        lastTicketId: Math.max(...own.map((ticket) => ticket.id)),
      });
      const shown = own.filter((ticket) => ticket.latestClosed).map((ticket) => ticket.id);
      expect(Object.values(conversation?.lastClosedByQueue ?? {}).sort()).toEqual(shown.sort());
      const identity = found?.contact.identities[0];
      if (identity === undefined) throw new Error('a contact has no identity');
      expect(await table.get(ContactAlias, canonicalIdentity(identity))).toMatchObject({ contactId: id });
    }
  });

  it("has conversations of several kinds, in order, that match their tickets' fields", async () => {
    const kinds = new Set<string>();
    for (const ticket of await allTickets()) {
      const { rows } = await messagesOf(ticket.contactId);
      const own = rows.filter((message) => message.ticketId === ticket.id);
      expect(own.length).toBeGreaterThan(0);
      const unread = own.filter((message) => !message.fromMe && !message.read);
      expect(unread).toHaveLength(ticket.unreadMessages);
      expect(ticket.lastMessageAt).toBe(own.findLast((message) => !message.isPrivate)?.sentAt);
      expect(Date.parse(ticket.activityAt)).toBeLessThanOrEqual(Date.now());
      for (const message of own) {
        kinds.add(message.mediaType);
        if (message.media !== null)
          expect(files.get(message.media.key)?.bytes.length).toBe(message.media.size);
      }
    }
    expect([...kinds].sort()).toEqual(
      ['application', 'audio', 'contactMessage', 'extendedTextMessage', 'image', 'locationMessage'].sort(),
    );
  });

  it("new rows get ids after the demo rows' ids", async () => {
    expect(await nextId(table, Ticket)).toBe(61);
    expect(await nextId(table, Contact)).toBe(41);
    expect(await nextId(table, User)).toBe(4);
  });

  it('is created once: a second seed changes nothing, and an interrupted seed leaves nothing behind', async () => {
    const rows = await countRows();
    await seed({ kind: 'demo', adminPassword: 'another password', storeFile });
    expect(await countRows()).toBe(rows);
    const answer = await call(signIn, {
      to: 'POST /auth/login',
      body: { email: 'ana@demo.local', password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    const { rows: messages } = await messagesOf(1);
    const own = messages.filter((message) => message.contactId === 1);
    expect(new Set(own.map((message) => `${message.sentAt}${message.body}`)).size).toBe(own.length);
  });
});

describe('demo files', () => {
  it('have the first bytes of their types: pictures, documents and voice notes', () => {
    const heads: Record<string, string> = {
      'image/png': '\x89PNG',
      'application/pdf': '%PDF',
      'audio/ogg; codecs=opus': 'OggS',
    };
    expect(new Set([...files.values()].map((file) => file.mimeType))).toEqual(new Set(Object.keys(heads)));
    for (const { bytes, mimeType } of files.values()) {
      expect(Buffer.from(bytes.subarray(0, 4)).toString('latin1')).toBe(heads[mimeType]);
    }
  });
});
