import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadHistoryImport } from '@prosa/functions/repositories/connections/history-imports.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import { describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { historyEvent, pastText, wholeImport } from '../factories/history.ts';
import { historyImports } from '../support/handlers.ts';
import { takeInProcess } from './support/file-worker-process.ts';
import { useTable } from './support/table.ts';

useTable();

/** Two transactions for each person, of ten messages and of five. The worker rests after each transaction. */
const MESSAGES = 15;
const PEOPLE = ['5511955554444', '5511955553333'];
const THEN = Date.UTC(2026, 1, 3, 9);
/** A step that finds a row changed writes again, so one run may have more writes than another. */
const WRITES_MIN = 7;
const QUEUE = 'history-imports';

const begin = async () => {
  const company = await makeCompany();
  const queue = await company.addQueue();
  const fields = { enableImportMessage: true, queueIdImportMessages: queue };
  const connectionId = await company.addConnection(fields);
  const where = { companyId: company.id, connectionId };
  const changedAt = '2026-11-20T12:00:00.000Z';
  await commit([company.table.put(ConnectionState, { ...where, changedAt }, 'absent')]);
  forgetDirectory(company.id);
  const texts = PEOPLE.flatMap((number) =>
    Array.from({ length: MESSAGES }, (_none, n) => pastText(where, number, `m${n}`, THEN + n * 1000)),
  );
  const [began, chunk, piece, ended] = wholeImport(where, [texts]);
  if (began === undefined || chunk === undefined || piece === undefined || ended === undefined)
    throw new Error('no import');
  const take = async (...messages: HistoryMessage[]): Promise<void> => {
    expect((await historyImports(historyEvent(...messages))).batchItemFailures).toEqual([]);
  };
  await take(began, chunk);
  const expectWhole = async (moment: string): Promise<void> => {
    await take(ended);
    const { table } = company;
    const tickets: number[] = [];
    for (const number of PEOPLE) {
      const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: number }]);
      const { pk } = keys.message({ contactId: contact?.id ?? 0, connectionId, sortKey: '' });
      const { rows } = await table.query(Message, { pk, limit: 500, consistent: true });
      expect(
        rows.map(({ body }) => body),
        moment,
      ).toEqual(Array.from({ length: MESSAGES }, (_none, n) => `m${n}`));
      const markers = await table.getMany(
        ProviderMessage,
        rows.map(({ providerMessageId }) => ({ connectionId, providerMessageId: providerMessageId ?? '' })),
        { consistent: true },
      );
      expect(
        markers.map((marker) => marker?.messageId),
        moment,
      ).toEqual(rows.map(({ id }) => id));
      tickets.push(...new Set(rows.map(({ ticketId }) => ticketId)));
    }
    expect(tickets, moment).toHaveLength(PEOPLE.length);
    const rows = await table.getMany(
      Ticket,
      tickets.map((id) => ({ id })),
      { consistent: true },
    );
    expect(
      rows.map((row) => [row?.status, row?.unreadMessages, row?.lastMessage]),
      moment,
    ).toEqual(PEOPLE.map(() => ['pending', 0, `m${MESSAGES - 1}`]));
    const all = MESSAGES * PEOPLE.length;
    expect(await loadHistoryImport(table, connectionId), moment).toMatchObject({ all, stored: all });
  };
  return { piece, take, expectWhole };
};

describe('worker of history imports', () => {
  it('R40: an import killed at any write stores each message once, in order, and counts them correctly', async () => {
    const whole = await begin();
    const { writes, lived } = await takeInProcess(QUEUE, JSON.stringify(whole.piece));
    expect(lived).toBe(true);
    await whole.expectWhole('not killed');
    expect(writes).toBeGreaterThanOrEqual(WRITES_MIN);
    for (let write = 1; write <= writes; write++) {
      const when = write % 2 === 0 ? 'before' : 'after';
      const { piece, take, expectWhole } = await begin();
      const killed = await takeInProcess(QUEUE, JSON.stringify(piece), { write, when });
      expect(killed.lived, `${when} write ${write}`).toBe(write > WRITES_MIN && killed.writes < write);
      await take(piece);
      await expectWhole(`killed ${when} write ${write}`);
    }
  });
});
