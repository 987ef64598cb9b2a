import { describe, expect, it } from 'vitest';
import { Message, Tag, Timer } from './entities.ts';
import { attributesToRead, unpackFields } from './pack-fields.ts';
import { openTable, parseRow } from './table.ts';

const table = openTable(1);
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
  it('keeps what conditions name as attributes, and all else in one', () => {
    const { item } = table.put(Message, message, 'absent', NOW_MS);
    expect(Object.keys(item).sort()).toEqual(
      expect.arrayContaining(['_d', '_e', 'ack', 'attempt', 'companyId', 'fromMe', 'pk', 'sendState', 'sk']),
    );
    expect(item).not.toHaveProperty('body');
  });

  it.each([
    ['a field of any shape', Timer, timer],
    ['a message', Message, message],
  ] as const)('gives back %s as it was', (_what, entity, fields) => {
    const write: { item: object } = Reflect.apply(table.put, table, [entity, fields, 'absent', NOW_MS]);
    const row = unpackFields({ ...write.item });
    expect(row).toMatchObject({ ...fields, rowCreatedAt: AT, rowUpdatedAt: AT, version: 1 });
    expect(row).not.toHaveProperty('pk');
  });

  it('believes an attribute that a targeted update has changed', () => {
    const stored = { ...table.put(Message, message, 'absent', NOW_MS).item, ack: 3 };
    expect(parseRow(Message, stored)).toMatchObject({ ack: 3, body: 'Olá <b>' });
  });

  it('reads a row whose fields are all attributes', () => {
    const fields = { companyId: 1, id: 5, name: 'vip', color: '#112233' };
    const stored = { ...fields, version: 4, rowCreatedAt: AT, rowUpdatedAt: AT, _e: 'tag' };
    expect(parseRow(Tag, stored)).toMatchObject({ ...fields, version: 4 });
  });

  it('asks for each attribute it reads once, and for no keys', () => {
    const names = attributesToRead(Message);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['_d', 'version', 'ack', 'companyId']));
    expect(names.filter((name) => name.endsWith('pk') || name.endsWith('sk'))).toEqual([]);
  });
});

describe('conditions', () => {
  it('refuses to compare what is no attribute', () => {
    expect(() => table.check(Message, message, { body: 'x' })).toThrow('not an attribute');
    expect(table.check(Message, message, { attempt: 1 })).toMatchObject({ op: 'check' });
  });
});
