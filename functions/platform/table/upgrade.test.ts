import { sparse } from '@prosa/shared/entities/sparse.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { systemPrincipal } from '../auth/principal.ts';
import { defineEntity } from './define-entity.ts';
import { currentFields, parseRow, UnreadableRow } from './parse-row.ts';
import { openTable } from './table.ts';

const AT = '2026-11-21T10:00:00.000Z';
const table = openTable(systemPrincipal('setup', 1).companyId);
const named = {
  name: 'shop',
  scope: 'tenant',
  key: (k: { id: number }) => ({ pk: 'SHOPS', sk: String(k.id) }),
} as const;
const id = z.int();
const companyId = z.int();

/** An entity in three releases: with a name, then two names, then a separate address and another default. */
const first = defineEntity({ ...named, schema: z.object({ companyId, id, name: z.string() }) });
const second = defineEntity({
  ...named,
  schemaVersion: 2,
  upgrade: { 1: ({ name, ...fields }) => ({ ...fields, label: name, isOpen: false }) },
  schema: z.object({ companyId, id, label: z.string(), isOpen: sparse(z.boolean(), false) }),
});
const third = defineEntity({
  ...named,
  schemaVersion: 3,
  upgrade: {
    1: ({ name, ...fields }) => ({ ...fields, label: name, isOpen: false }),
    // In version 2 an omitted `isOpen` meant false, which is no longer the default.
    2: ({ label, isOpen = false, ...fields }) => ({ ...fields, texts: { label }, isOpen }),
  },
  attributes: ['isOpen'],
  schema: z.object({
    companyId,
    id,
    texts: z.object({ label: z.string() }),
    isOpen: sparse(z.boolean(), true),
  }),
});
const fields = { companyId: 1, id: 5 };
const nowMs = Date.parse(AT);
const ofFirst = table.put(first, { ...fields, name: 'Centro' }, 'absent', nowMs).item;
const ofSecond = table.put(second, { ...fields, label: 'Centro', isOpen: false }, 'absent', nowMs).item;
const ofThird = table.put(
  third,
  { ...fields, texts: { label: 'Centro' }, isOpen: false },
  'absent',
  nowMs,
).item;

describe('a row of an earlier schema version', () => {
  it('stores its schema version', () => {
    expect([ofFirst._s, ofSecond._s, ofThird._s]).toEqual([1, 2, 3]);
  });

  it.each([
    ['the first', ofFirst],
    ['the second', ofSecond],
    ['this', ofThird],
  ])('a row of %s version is read in the current form', (_which, item) => {
    expect(parseRow(third, item)).toEqual({
      ...fields,
      texts: { label: 'Centro' },
      isOpen: false,
      version: 1,
      rowCreatedAt: AT,
      rowUpdatedAt: AT,
    });
    expect(currentFields(third, item)).toMatchObject({ texts: { label: 'Centro' }, isOpen: false });
  });

  it('is written in the current form, on condition of the version that was read', () => {
    const row = parseRow(third, ofFirst);
    const { item, condition } = table.put(third, { ...row, isOpen: true }, row.version, nowMs);
    expect(item).toMatchObject({ _s: 3, isOpen: true, version: 2 });
    expect(condition?.values).toEqual({ ':expected': 1 });
  });

  it('a row of a later version, or without a version, is refused', () => {
    expect(() => parseRow(second, ofThird)).toThrow(UnreadableRow);
    expect(() => parseRow(first, { ...ofFirst, _s: undefined })).toThrow(UnreadableRow);
  });

  it('cannot be read by a definition that lacks its upgrade', () => {
    expect(() => defineEntity({ ...named, schemaVersion: 2, schema: first.schema })).toThrow(
      'cannot read its rows of version 1',
    );
  });
});
