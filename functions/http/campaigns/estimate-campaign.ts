import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { type Audience, audienceSize } from '../../domain/campaigns/audience-size.ts';
import { estimateEnd } from '../../domain/campaigns/estimate-end.ts';
import type { Segment } from '../../domain/campaigns/segment.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadCampaignFigures, NO_FIGURES } from '../../repositories/campaigns/campaign-figures.ts';
import { loadProgress, type ProgressRow } from '../../repositories/campaigns/campaigns.ts';
import {
  EXAMINED_MAX,
  examinePeople,
  type FirstPeople,
  firstPeople,
} from '../../repositories/campaigns/examine-people.ts';
import { countSegment, peopleOf, segmentFor } from '../../repositories/campaigns/segment-people.ts';
import { loadSendingLimits, type SendingLimits } from '../../repositories/campaigns/sending-limits.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import { loadSuppressions } from '../../repositories/campaigns/suppressions.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import { loadTag } from '../../repositories/organisation/tags.ts';
import { requireCampaign } from './view-campaigns.ts';

const NOBODY: FirstPeople = { people: [], isAll: true };

/** The receivers of a campaign if it started now. */
interface Reached {
  /** The receivers that are examined. */
  first: FirstPeople;
  /** The number of receivers. */
  audience: Audience;
  /** Whether the campaign may have more receivers than this number. */
  more: boolean;
}

/** Counts the receivers of a campaign with a filter, and loads the first ones; see `countSegment` for the limits. */
const loadSegment = async (
  table: Table,
  segment: Segment,
  campaign: Campaign,
  progress: ProgressRow | undefined,
): Promise<Reached> => {
  const planned = progress?.planned ?? 0;
  const { contactIds, more } = await countSegment(table, segment, { campaignId: campaign.id, planned });
  const everyone = planned + contactIds.length;
  const first =
    progress === undefined
      ? {
          people: await peopleOf(table, contactIds.slice(0, EXAMINED_MAX)),
          isAll: !more && contactIds.length <= EXAMINED_MAX,
        }
      : await firstPeople(table, campaign, progress.next);
  return { first: first ?? NOBODY, audience: { everyone, invalid: 0 }, more };
};

const loadReached = async (
  table: Table,
  campaign: Campaign,
  progress: ProgressRow | undefined,
  segment: Segment | undefined,
): Promise<Reached> => {
  if (segment !== undefined) return loadSegment(table, segment, campaign, progress);
  const [first = NOBODY, audience] = await Promise.all([
    firstPeople(table, campaign, progress?.next),
    loadAudience(table, campaign),
  ]);
  return { first, audience, more: false };
};

/** Returns how many people a campaign without a segment is for. One read. */
const loadAudience = async (
  table: Table,
  { followUp, tagId, contactListId }: Campaign,
): Promise<Audience> => {
  if (followUp !== null) {
    const { campaignId, who } = followUp;
    const { sent, answered, read } =
      (await loadCampaignFigures(table, [campaignId])).get(campaignId) ?? NO_FIGURES;
    return { everyone: Math.max(0, sent - (who === 'not-read' ? read : answered)), invalid: 0 };
  }
  if (tagId !== null) return { everyone: (await loadTag(table, tagId))?.contacts ?? 0, invalid: 0 };
  const list = contactListId === null ? undefined : await loadContactList(table, contactListId);
  return { everyone: list?.contacts.all ?? 0, invalid: list?.contacts.invalid ?? 0 };
};

/** Returns what limits the campaign's connection; nothing does if it was removed. */
const loadLimits = async (
  { companyId, company, connections }: Directory,
  { connectionId }: Campaign,
  nowMs: number,
): Promise<Pick<SendingLimits, 'capOfDay' | 'sentToday'>> => {
  const connection = connections.get(connectionId);
  return connection === undefined
    ? { capOfDay: undefined, sentToday: 0 }
    : loadSendingLimits(openTable(companyId), connection, company.timeZone, nowMs);
};

/**
 * Estimates how many receivers a campaign would have if it started now, and when it would end. The number comes from the
 * list, from the tag, or from the tickets that match the filter (see `countSegment`). If the filter matches too many
 * tickets to count, `more` is true and there is no end. The first 200 receivers are examined, see `examinePeople`.
 */
export const estimateCampaign: RouteHandler<typeof campaignRoutes.estimate> = async ({
  principal,
  params,
  clock,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const campaign = await requireCampaign(table, params.id);
  const progress = await loadProgress(table, campaign.id);
  const [{ first, audience, more }, limits, { pace, allowed }] = await Promise.all([
    loadReached(table, campaign, progress, segmentFor(campaign, directory, nowMs)),
    loadLimits(directory, campaign, nowMs),
    loadSendingRules(table, directory.company.timeZone),
  ]);
  const { people, isAll } = first;
  const valid = people.filter(({ numberState }) => numberState !== 'invalid');
  const numbered = valid.filter(({ number }) => canonicalPhone(number) !== '');
  const suppressed = await loadSuppressions(table, [
    ...new Set(numbered.map(({ number }) => canonicalPhone(number))),
  ]);
  const wanted = numbered.filter(
    ({ number, isUnwilling }) => !isUnwilling && !suppressed.has(canonicalPhone(number)),
  );
  const { strangers, alsoElsewhere } = await examinePeople(table, campaign, wanted);
  const optedOut = numbered.length - wanted.length;
  const { receivers, invalid } = audienceSize(
    audience,
    { isAll, sendable: wanted.length, invalid: people.length - valid.length, optedOut },
    progress?.next ?? 0,
  );
  const endsAtMs = more ? undefined : estimateEnd({ pace, allowed, messages: receivers, ...limits }, nowMs);
  return {
    receivers,
    more,
    invalid,
    optedOut,
    alsoElsewhere,
    strangers,
    examined: people.length,
    capOfDay: limits.capOfDay ?? null,
    endsAt: endsAtMs === undefined ? null : toInstant(endsAtMs),
  };
};
