import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { type Audience, audienceSize } from '../../domain/campaigns/audience-size.ts';
import { estimateEnd } from '../../domain/campaigns/estimate-end.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadCampaignFigures, NO_FIGURES } from '../../repositories/campaigns/campaign-figures.ts';
import { loadProgress } from '../../repositories/campaigns/campaigns.ts';
import { examinePeople, firstPeople } from '../../repositories/campaigns/examine-people.ts';
import { loadSendingLimits, type SendingLimits } from '../../repositories/campaigns/sending-limits.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import { loadSuppressions } from '../../repositories/campaigns/suppressions.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import { loadTag } from '../../repositories/organisation/tags.ts';
import { requireCampaign } from './view-campaigns.ts';

/** Returns how many people a campaign is for. One read. */
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
 * Returns whom a campaign would reach if it was started now, and when it would end. People are counted by their list or
 * tag, and the first 200 are examined, see `examinePeople`.
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
  const [first, audience, limits, { pace, allowed }] = await Promise.all([
    firstPeople(table, campaign, progress?.next),
    loadAudience(table, campaign),
    loadLimits(directory, campaign, nowMs),
    loadSendingRules(table, directory.company.timeZone),
  ]);
  const { people, isAll } = first ?? { people: [], isAll: true };
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
  const endsAtMs = estimateEnd({ pace, allowed, messages: receivers, ...limits }, nowMs);
  return {
    receivers,
    invalid,
    optedOut,
    alsoElsewhere,
    strangers,
    examined: people.length,
    capOfDay: limits.capOfDay ?? null,
    endsAt: endsAtMs === undefined ? null : toInstant(endsAtMs),
  };
};
