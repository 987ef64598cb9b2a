import { commit, WriteConflict } from '@prosa/functions/platform/table/commit.ts';
import { openCursor, sealCursor } from '@prosa/functions/platform/table/cursor.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactAlias } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { EmailOwner, Presence } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { describe, expect, it } from 'vitest';
import { ownTable } from '../support/own-company.ts';
import { useTable } from './support/table.ts';
import { loseFirstAnswers, spoilTable } from './support/table-faults.ts';

useTable();

const at = (n: number) => new Date(1_763_000_000_000 + n * 1000).toISOString();
let company = 100;
const freshTable = () => ownTable(++company);

const tag = (companyId: number, id: number, name = `tag ${id}`) => ({
  companyId,
  id,
  name,
  color: '#123456',
});

describe('table layer', () => {
  it('reads back what it wrote, with defaults and bookkeeping', async () => {
    const table = freshTable();
    await commit([table.put(Tag, tag(company, 1), 'absent')]);
    const row = await table.get(Tag, { id: 1 }, { consistent: true });
    expect(row).toMatchObject({ name: 'tag 1', kanban: false, version: 1 });
    expect(await table.get(Tag, { id: 2 })).toBeUndefined();
  });

  it('S-17: reads nothing of another company, and refuses to write for it', async () => {
    const ours = freshTable();
    await commit([ours.put(Tag, tag(company, 7), 'absent')]);
    const theirs = freshTable();
    expect(await theirs.get(Tag, { id: 7 }, { consistent: true })).toBeUndefined();
    expect(() => theirs.put(Tag, tag(company - 1, 7), 'absent')).toThrow('another company');
    expect(() => theirs.put(EmailOwner, { email: 'a@b.c', companyId: company, userId: 1 }, 'absent')).toThrow(
      'global',
    );
    await expect(globalTable.get(Tag, { id: 7 })).rejects.toThrow('tenant');
  });

  it('checks the expected version with every write', async () => {
    const table = freshTable();
    await commit([table.put(Tag, tag(company, 1), 'absent')]);
    const row = await table.get(Tag, { id: 1 }, { consistent: true });
    if (row === undefined) throw new Error('row is missing');
    await commit([table.put(Tag, { ...row, name: 'first' }, row.version)]);
    await expect(commit([table.put(Tag, { ...row, name: 'second' }, row.version)])).rejects.toBeInstanceOf(
      WriteConflict,
    );
    await expect(commit([table.put(Tag, tag(company, 1), 'absent')])).rejects.toBeInstanceOf(WriteConflict);
    expect(await table.get(Tag, { id: 1 }, { consistent: true })).toMatchObject({
      name: 'first',
      version: 2,
    });
  });

  it('commits all or nothing, and names the failed item', async () => {
    const table = freshTable();
    await commit([table.put(Tag, tag(company, 1), 'absent')]);
    const attempt = commit([
      table.put(ContactAlias, { companyId: company, kind: 'phone', value: '5511', contactId: 1 }, 'absent'),
      table.put(Tag, tag(company, 1), 'absent'),
    ]);
    const error = await attempt.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(WriteConflict);
    expect(error instanceof WriteConflict && error.failedOn(Tag)).toBe(true);
    expect(
      await table.get(ContactAlias, { kind: 'phone', value: '5511' }, { consistent: true }),
    ).toBeUndefined();
  });

  it.each([
    ['asc', 'a partition', { prefix: 'LOG#' }, [0, 56]],
    ['desc', 'a partition', { prefix: 'LOG#' }, [0, 56]],
    ['asc', 'a range of a partition', { between: { first: 'LOG#0005', last: 'LOG#005' } }, [5, 56]],
    ['desc', 'a range of a partition', { between: { first: 'LOG#0005', last: 'LOG#0049' } }, [5, 49]],
  ] as const)(
    'in order %s pages through %s without gaps or repetitions',
    async (order, _place, where, [lowest, highest]) => {
      const table = freshTable();
      const log = (n: number) =>
        table.put(
          TicketLog,
          { companyId: company, ticketId: 1, id: String(n).padStart(4, '0'), type: 'access', at: at(n) },
          'absent',
        );
      await commit(Array.from({ length: 57 }, (_value, n) => log(n)));
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await table.query(TicketLog, {
          pk: 'T#1',
          ...where,
          order,
          limit: 10,
          ...(after === undefined ? {} : { after }),
          filter: (row) => Number(row.id) % 3 !== 0,
        });
        seen.push(...page.rows.map((row) => row.id));
        after = page.next;
      } while (after !== undefined);
      const expected = Array.from({ length: 57 }, (_value, n) => n)
        .filter((n) => n % 3 !== 0 && n >= lowest && n <= highest)
        .map((n) => String(n).padStart(4, '0'));
      expect(seen).toEqual(order === 'asc' ? expected : expected.reverse());
    },
  );

  it('R17: a put with a lost response is written once and succeeds', async () => {
    const table = freshTable();
    const { lost } = await loseFirstAnswers();
    await commit([table.put(Tag, tag(company, 1), 'absent')]);
    expect(lost()).toBe(1);
    expect(await table.get(Tag, { id: 1 }, { consistent: true })).toMatchObject({ version: 1 });
  });

  it('R17: a transaction with a lost response takes effect once', async () => {
    const table = freshTable();
    await commit([table.put(Tag, tag(company, 1), 'absent')]);
    const { lost } = await loseFirstAnswers();
    await commit([table.put(Tag, tag(company, 1, 'changed'), 1), table.put(Tag, tag(company, 2), 'absent')]);
    expect(lost()).toBe(1);
    expect(await table.get(Tag, { id: 1 }, { consistent: true })).toMatchObject({
      name: 'changed',
      version: 2,
    });
  });

  it('R17: a single update with a lost response takes effect once, and competing updates fail', async () => {
    const table = freshTable();
    const presence = { companyId: company, userId: 1, seenAt: at(1) };
    await commit([table.put(Presence, presence, 'absent')]);
    const update = (from: number, to: number) =>
      commit([table.update(Presence, presence, { seenAt: at(to) }, { seenAt: at(from) }, 0)]);
    const { lost, mend } = await loseFirstAnswers();
    await update(1, 2);
    expect(lost()).toBe(1);
    mend();
    await expect(update(1, 3)).rejects.toThrow(WriteConflict);
    expect(await table.get(Presence, presence, { consistent: true })).toMatchObject({
      seenAt: at(2),
      version: 2,
    });
  });

  it('R16: throttled calls are retried and fail as unavailable, never with another error', async () => {
    const table = freshTable();
    let calls = 0;
    await spoilTable(() => {
      calls += 1;
      return { refuse: 'ThrottlingException' };
    });
    await expect(table.get(Tag, { id: 1 })).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(calls).toBeGreaterThan(1);
    expect(calls).toBeLessThanOrEqual(4);
  });

  it('counts ids per company, and gives each once', async () => {
    const table = freshTable();
    const numbers = await Promise.all(Array.from({ length: 20 }, () => nextId(table, Ticket)));
    expect(new Set(numbers).size).toBe(20);
    expect(Math.min(...numbers)).toBe(1);
    expect(await nextId(ownTable(company + 1000), Ticket)).toBe(1);
  });

  it('keeps superseded closed tickets out of the lists', () => {
    const table = freshTable();
    const ticket = {
      companyId: company,
      id: 1,
      uuid: '00000001-0000-8000-8000-000000000000',
      status: 'closed' as const,
      channel: 'whatsapp' as const,
      contactId: 1,
      contact: { id: 1, name: 'Ana', number: '5511999990000' },
      connectionId: 1,
      activityAt: at(1),
      userId: 3,
    };
    expect(table.put(Ticket, ticket, 'absent').item.g1pk).toBeUndefined();
    expect(table.put(Ticket, { ...ticket, latestClosed: true }, 'absent').item).toMatchObject({
      g1pk: `C#${company}#TQ#closed#0`,
      g2pk: `C#${company}#TU#closed#3`,
    });
  });
});

describe('S-23: cursors', () => {
  const other = { current: 'k1', keys: { k1: new Uint8Array(32).fill(8) } };
  const secret = { current: 'k1', keys: { k1: new Uint8Array(32).fill(7) } };
  const edited = (cursor: string, at: number) =>
    cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
  it('work for the company and query they were made for', () => {
    expect(openCursor(secret, 1, 'q', sealCursor(secret, 1, 'q', 'here'))).toBe('here');
  });
  it.each([
    ['another company', (cursor: string) => openCursor(secret, 2, 'q', cursor)],
    ['another query', (cursor: string) => openCursor(secret, 1, 'other', cursor)],
    ['an edited nonce', (cursor: string) => openCursor(secret, 1, 'q', edited(cursor, 3))],
    ['an edited position', (cursor: string) => openCursor(secret, 1, 'q', edited(cursor, 40))],
    ['an edited seal', (cursor: string) => openCursor(secret, 1, 'q', edited(cursor, cursor.length - 2))],
    ['a longer text', (cursor: string) => openCursor(secret, 1, 'q', `${cursor}x`)],
    ['another key', (cursor: string) => openCursor(other, 1, 'q', cursor)],
    ['nothing', () => openCursor(secret, 1, 'q', '')],
  ])('are refused for %s', (_what, open) => {
    expect(() => open(sealCursor(secret, 1, 'q', 'here'))).toThrow(AppError);
  });

  it('S-04: keep working after the key is replaced', () => {
    const replaced = { current: 'k2', keys: { ...secret.keys, k2: new Uint8Array(32).fill(9) } };
    expect(openCursor(replaced, 1, 'q', sealCursor(secret, 1, 'q', 'here'))).toBe('here');
  });

  it('S-58: reveal neither their position nor its length, nor whether two are equal', () => {
    const [one = '', again = '', long = ''] = ['5511988887777', '5511988887777', 'ana'.repeat(30)].map(
      (position) => sealCursor(secret, 1, 'q', position),
    );
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('98888');
    expect(one).not.toBe(again);
    expect(one).toHaveLength(long.length);
  });
});
