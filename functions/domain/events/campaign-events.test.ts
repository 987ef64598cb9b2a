import { type Campaign, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { eventContext, stored, viewer } from '@prosa/tests/factories/rows.ts';
import { describe, expect, it } from 'vitest';
import { campaignCounts } from '../campaigns/campaign-counts.ts';
import { campaignEvents, campaignFiguresEvents } from './campaign-events.ts';

const row = (fields: Partial<Campaign> = {}, version = 1) => ({
  ...campaignSchema.parse({
    companyId: 2,
    id: 4,
    name: 'Natal',
    messages: ['Oi'],
    status: 'inactive',
    contactListId: 3,
    connectionId: 1,
    createdById: 5,
    ...fields,
  }),
  ...stored,
  version,
});
const context = eventContext({
  campaigns: new Map([
    [
      4,
      {
        counts: campaignCounts(undefined, 7),
        contactList: { id: 3, name: 'Clientes' },
        tag: null,
      },
    ],
  ]),
  planned: new Map([[4, 7]]),
  recipients: [
    { ...viewer({ id: 1 }), profile: 'admin' as const },
    { ...viewer({ id: 2 }), profile: 'user' as const },
  ].map((one) => ({ viewer: one, masksNumbers: false, managesConnections: true, watchesTickets: false })),
});

describe('the events of a campaign', () => {
  it('tell administrators alone what it has become, with its counts and names', () => {
    const [delivery, ...others] = campaignEvents(
      { before: row(), after: row({ status: 'running' }, 2) },
      context,
    );
    expect(others).toEqual([]);
    expect(delivery?.event).toMatchObject({
      name: 'campaign',
      data: {
        action: 'update',
        record: {
          status: 'EM_ANDAMENTO',
          contactList: { id: 3, name: 'Clientes' },
          counts: { valid: 7 },
          version: 2,
        },
      },
    });
    expect([1, 2].map((userId) => delivery?.hears({ userId, rooms: [] }))).toEqual([true, false]);
  });

  it('tell that it was made and removed, and nothing of a row that is the same', () => {
    const dataOf = (change: Parameters<typeof campaignEvents>[0]) =>
      campaignEvents(change, context).map(({ event }) => event.data);
    expect(dataOf({ before: undefined, after: row() })).toMatchObject([{ action: 'create' }]);
    expect(dataOf({ before: row(), after: undefined })).toEqual([{ action: 'delete', id: 4 }]);
    expect(dataOf({ before: row(), after: row() })).toEqual([]);
  });

  it('tell its figures without its texts', () => {
    const figures = { skipped: 2, asked: 0, confirmed: 0, declined: 0, sent: 3, delivered: 1, read: 0 };
    const sums = { ...figures, failed: 0, unknown: 0, answered: 0, optedOut: 0 };
    const after = { companyId: 2, campaignId: 4, ...sums, ...stored };
    expect(campaignFiguresEvents({ before: undefined, after }, context).map(({ event }) => event)).toEqual([
      {
        name: 'campaign',
        params: { companyId: context.companyId },
        data: { action: 'figures', id: 4, counts: campaignCounts(sums, 7) },
      },
    ]);
    expect(campaignFiguresEvents({ before: after, after: undefined }, context)).toEqual([]);
  });
});
