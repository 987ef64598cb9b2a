import { type HistoryImport, historyImportSchema } from '@prosa/shared/entities/history-import.ts';
import { EVENTS } from '@prosa/shared/events/catalogue.ts';
import { formatName } from '@prosa/shared/events/event-name.ts';
import { describe, expect, it } from 'vitest';
import type { EventContext } from './context.ts';
import { historyImportEvents } from './organisation-events.ts';

const AT = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-20T12:01:00.000Z';
const context: EventContext = {
  companyId: 2,
  nowMs: 0,
  names: { users: new Map(), queues: new Map(), connections: new Map() },
  states: new Map(),
  recipients: [],
  tickets: new Map(),
  chats: new Map(),
  campaigns: new Map(),
  planned: new Map(),
  online: new Set(),
  link: (key) => key,
};
const row = (fields: Partial<HistoryImport>, version: number) => ({
  ...historyImportSchema.parse({ companyId: 2, connectionId: 7, startedAt: AT, ...fields }),
  version,
  rowCreatedAt: AT,
  rowUpdatedAt: AT,
});
const told = (before: Partial<HistoryImport>, after: Partial<HistoryImport>) =>
  historyImportEvents({ before: row(before, 1), after: row(after, 2) }, context).map(({ event }) => event);

describe('historyImportEvents', () => {
  it('publishes the progress with this, all and date', () => {
    expect(told({ all: 300 }, { all: 300, stored: 100, date: AT })).toEqual([
      {
        name: 'importMessages',
        params: { companyId: 2 },
        data: { action: 'update', whatsappId: 7, status: { this: 100, all: 300, date: AT } },
      },
    ]);
    expect(formatName(EVENTS.importMessages.name, { companyId: 2 })).toBe('importMessages-2');
  });

  it('publishes once at the end that there are new messages to fetch', () => {
    const actions = (before: Partial<HistoryImport>, after: Partial<HistoryImport>) =>
      told(before, after).map(({ data }) => data.action);
    expect(actions({}, { refreshedAt: AT })).toEqual(['update', 'refresh']);
    expect(actions({ refreshedAt: AT }, { refreshedAt: AT })).toEqual(['update']);
    expect(actions({ refreshedAt: AT }, { refreshedAt: LATER })).toEqual(['update', 'refresh']);
    expect(historyImportEvents({ before: row({}, 2), after: row({}, 2) }, context)).toEqual([]);
  });
});
