import { instantSchema } from '@prosa/shared/entities/common.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { systemPrincipal } from '../auth/principal.ts';
import { Tag } from './entities/companies.ts';
import { Message } from './entities/messages.ts';
import { Ticket } from './entities/tickets.ts';
import { Timer } from './entities/work.ts';
import { attributesToRead, packFields, unpackFields } from './pack-fields.ts';
import { parseRow } from './parse-row.ts';
import { openTable } from './table.ts';

const table = openTable(systemPrincipal('setup', 1).companyId);
const AT = '2026-11-21T10:00:00.000Z';
const NOW_MS = Date.parse(AT);
const timer = {
  companyId: 1,
  kind: 'close',
  subject: 'T#1',
  token: 'a',
  dueAt: AT,
  data: { ticketId: 7, names: ['Ana', 'João 😀'], nothing: null },
};
const message = {
  companyId: 1,
  contactId: 2,
  connectionId: 3,
  ticketId: 4,
  sortKey: '2026#1',
  id: '2.3.2026#1',
  body: 'Olá <b>',
  fromMe: true,
  attempt: 1,
  sendState: 'sending',
  sentAt: AT,
} as const;

describe('packFields', () => {
  it('stores fields of conditions as attributes and all other fields in one text', () => {
    const { item } = table.put(Message, message, 'absent', NOW_MS);
    expect(Object.keys(item).sort()).toEqual(
      expect.arrayContaining(['_d', '_e', 'ack', 'attempt', 'companyId', 'fromMe', 'pk', 'sendState', 'sk']),
    );
    expect(item).not.toHaveProperty('body');
  });

  it.each([
    ['a field of any shape', timer, table.put(Timer, timer, 'absent', NOW_MS)],
    ['a message', message, table.put(Message, message, 'absent', NOW_MS)],
  ] as const)('returns %s unchanged', (_what, fields, { item }) => {
    const row = unpackFields({ ...item }, undefined);
    expect(row).toMatchObject({ ...fields, rowCreatedAt: AT, rowUpdatedAt: AT, version: 1 });
    expect(row).not.toHaveProperty('pk');
  });

  it('prefers an attribute that a targeted update has changed', () => {
    const stored = { ...table.put(Message, message, 'absent', NOW_MS).item, ack: 3 };
    expect(parseRow(Message, stored)).toMatchObject({ ack: 3, body: 'Olá <b>' });
  });

  it('reads a row whose fields are all attributes', () => {
    const fields = { companyId: 1, id: 5, name: 'vip', color: '#112233' };
    const stored = { ...fields, version: 4, rowCreatedAt: AT, rowUpdatedAt: AT, _e: 'tag', _s: 1 };
    expect(parseRow(Tag, stored)).toMatchObject({ ...fields, version: 4 });
  });

  it('reads each attribute once, and no keys', () => {
    const names = attributesToRead(Message);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['_d', 'version', 'ack', 'companyId']));
    expect(names.filter((name) => name.endsWith('pk') || name.endsWith('sk'))).toEqual([]);
  });
});

describe('defaults', () => {
  const schema = z.object({
    id: z.int(),
    note: sparse(z.string().nullable(), null),
    isOn: sparse(z.boolean(), false),
    isFirst: sparse(z.boolean(), true),
    tags: sparse(z.array(z.string()), []),
    data: sparse(z.record(z.string(), z.unknown()), {}),
    inner: z.object({ text: sparse(z.string(), ''), count: z.int().default(0) }),
    plain: z.string().default(''),
  });
  const stored = (fields: Record<string, unknown>) =>
    JSON.parse(String(packFields({ schema }, fields, AT)._d));
  const bare = { id: 0, inner: { count: 0 }, plain: '' };
  const empty = {
    ...bare,
    note: null,
    isOn: false,
    isFirst: true,
    tags: [],
    data: {},
    inner: { text: '', count: 0 },
  };

  it('are omitted only for fields declared sparse', () => {
    expect(stored(empty)).toEqual({ ...bare, rowCreatedAt: AT });
    expect(schema.parse(stored(empty))).toEqual(empty);
  });

  it('are distinguished from other values', () => {
    const full = {
      ...empty,
      note: '',
      isOn: true,
      isFirst: false,
      tags: [''],
      data: { a: 0 },
      inner: { text: ' ', count: 0 },
    };
    expect(stored(full)).toEqual({ ...full, rowCreatedAt: AT });
  });

  it('keep a ticket below a kilobyte and are restored on reading', () => {
    const ticket = {
      companyId: 1,
      id: 2,
      uuid: '00000002-0000-8000-8000-000000000000',
      status: 'pending',
      channel: 'whatsapp',
      contactId: 3,
      contact: { id: 3, name: 'Ana', number: '5511999990000' },
      connectionId: 4,
      activityAt: AT,
    } as const;
    const { item } = table.put(Ticket, ticket, 'absent', NOW_MS);
    expect(JSON.stringify(item).length).toBeLessThan(1024);
    expect(parseRow(Ticket, item)).toMatchObject(ticketSchema.parse(ticket));
  });
});

describe('short times', () => {
  const inner = z.object({ at: instantSchema, note: z.string() });
  const entity = {
    shortTimes: true,
    schema: z.object({
      at: instantSchema,
      never: sparse(instantSchema.nullable(), null),
      text: z.string(),
      count: z.int(),
      said: inner.nullable(),
      state: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('off') }),
        z.object({ kind: z.literal('on'), since: instantSchema.nullable().default(null) }),
      ]),
    }),
  } as const;
  const fields = {
    at: AT,
    never: null,
    text: AT,
    count: NOW_MS,
    said: { at: AT, note: AT },
    state: { kind: 'on', since: AT },
  };

  it('are numbers in the stored text, also in nested objects, and nothing else is', () => {
    const packed = packFields(entity, fields, AT);
    expect(JSON.parse(String(packed._d))).toEqual({
      rowCreatedAt: AT,
      at: NOW_MS,
      text: AT,
      count: NOW_MS,
      said: { at: NOW_MS, note: AT },
      state: { kind: 'on', since: NOW_MS },
    });
    expect(entity.schema.parse(unpackFields(packed, entity))).toEqual(fields);
  });

  it('are read as text from rows that store them as text', () => {
    const packed = packFields({ schema: entity.schema }, fields, AT);
    expect(entity.schema.parse(unpackFields(packed, entity))).toEqual(fields);
  });
});
