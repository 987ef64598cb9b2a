import { describe, expect, it } from 'vitest';
import { generateCompany } from './generate.ts';
import { type EngineRow, engineRow } from './row-template.ts';

const SIZE_TOLERANCE = 0.02;

describe('generated company', () => {
  const pairs: { row: EngineRow; item: Record<string, unknown> }[] = [];
  const plan = {
    companyId: 1001,
    planId: 1,
    tickets: 300,
    queues: 3,
    shownMessages: 50,
    passwordHash: 'hash',
  };
  const dataset = generateCompany(plan, (row, item) => pairs.push({ row, item: item() }));

  it('the generated rows equal those of the table layer, field by field', () => {
    expect(pairs.length).toBeGreaterThan(dataset.tickets + dataset.messages);
    for (const { row, item } of pairs) {
      const { json, size, ...keys } = engineRow(item);
      expect(row).toMatchObject(keys);
      expect(JSON.parse(row.json)).toEqual(JSON.parse(json));
      expect(Math.abs(row.size - size)).toBeLessThan(size * SIZE_TOLERANCE);
    }
  });

  it('the generated company has every kind of row, each with its own key', () => {
    const kinds = new Set(pairs.map(({ item }) => item._e));
    for (const kind of [
      'company',
      'user',
      'directoryQueue',
      'directoryConnection',
      'contact',
      'contactTicket',
      'ticket',
      'message',
      'conversation',
      'contactToken',
      'messageToken',
      'rollup',
    ])
      expect(kinds).toContain(kind);
    expect(new Set(pairs.map(({ row }) => `${row.pk} ${row.sk}`)).size).toBe(pairs.length);
  });

  it('the generated company is the same every time', () => {
    const again: string[] = [];
    generateCompany(plan, (row) => again.push(row.pk + row.sk));
    expect(again).toEqual(pairs.map(({ row }) => row.pk + row.sk));
  });
});
