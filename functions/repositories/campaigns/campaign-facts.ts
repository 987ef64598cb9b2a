import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { campaignCounts } from '../../domain/campaigns/campaign-counts.ts';
import type { CampaignFacts } from '../../domain/presenters/present-campaign.ts';
import { Tag } from '../../platform/table/entities/companies.ts';
import { ContactList } from '../../platform/table/entities/contact-lists.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadCampaignFigures } from './campaign-figures.ts';

import { loadProgresses } from './campaigns.ts';

const idsOf = (ids: readonly (number | null)[]): { id: number }[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [{ id }]));

const byId = <R extends { id: number }>(rows: readonly (R | undefined)[]): ReadonlyMap<number, R> =>
  new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));

/**
 * Returns what views of campaigns show besides their rows, by campaign. Four batch reads, of half a unit for each row.
 */
export const loadCampaignFacts = async (
  table: Table,
  campaigns: readonly Campaign[],
): Promise<ReadonlyMap<number, CampaignFacts>> => {
  if (campaigns.length === 0) return new Map();
  const started = campaigns.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id);
  const [figures, progresses, lists, tags] = await Promise.all([
    loadCampaignFigures(table, started),
    loadProgresses(table, started),
    table.getMany(ContactList, idsOf(campaigns.map(({ contactListId }) => contactListId))).then(byId),
    table.getMany(Tag, idsOf(campaigns.map(({ tagId }) => tagId))).then(byId),
  ]);
  return new Map(
    campaigns.map(({ id, contactListId, tagId }) => [
      id,
      {
        counts: campaignCounts(figures.get(id), progresses.get(id)?.planned ?? 0),
        contactList: contactListId === null ? null : (lists.get(contactListId) ?? null),
        tag: tagId === null ? null : (tags.get(tagId) ?? null),
      },
    ]),
  );
};
