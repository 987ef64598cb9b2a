import { campaignEvents } from '@prosa/shared/events/campaigns.ts';
import { describe, expect, it } from 'vitest';
import { withCounts } from './put-counts.ts';

const [example] = campaignEvents.campaign.examples;
if (example === undefined || !('record' in example)) throw new Error('no example of a campaign');
const { record } = example;
const COUNTS = { ...record.counts, sent: 301 };
const pageOf = (...ids: number[]) => ({
  records: ids.map((id) => ({ ...record, id, estimatedEndAt: null })),
  count: ids.length,
  hasMore: false,
  cursor: null,
});
const listed = { pages: [pageOf(1, 2), pageOf(3)], pageParams: [null, null] };

describe('new counts of a campaign', () => {
  it('replace those of the listed campaign, and leave all others', () => {
    const { pages } = withCounts(listed, 2, COUNTS);
    expect(pages.map(({ records }) => records.map(({ id, counts }) => [id, counts.sent]))).toEqual([
      [
        [1, 300],
        [2, 301],
      ],
      [[3, 300]],
    ]);
  });

  it('leave the same list if the campaign is not in it', () => {
    expect(withCounts(listed, 4, COUNTS)).toBe(listed);
  });
});
