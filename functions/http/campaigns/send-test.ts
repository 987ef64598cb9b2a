import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { campaignDrafts } from '../../domain/campaigns/campaign-drafts.ts';
import { capOver, reachedCapError } from '../../domain/sends/send-limits.ts';
import { sendUnkept } from '../../domain/turns/unkept-sends.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import { isConnected } from '../../repositories/connections/connections.ts';
import { countUnkeptItem } from '../../repositories/figures/rollups.ts';
import { loadUser } from '../../repositories/users/users.ts';
import { requireCampaign } from './view-campaigns.ts';

/**
 * Returns the connection of a campaign, if it can send now.
 * @throws AppError ERR_WAPP_NOT_INITIALIZED, ERR_SEND_CAP_REACHED
 */
const requireSending = async (
  { companyId, directory }: UserPrincipal,
  { connectionId }: Campaign,
  nowMs: number,
) => {
  const connection = directory.connections.get(connectionId);
  if (connection === undefined || !(await isConnected(openTable(companyId), connectionId)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  const cap = capOver(directory.reachedCaps, connectionId, nowMs);
  if (cap !== undefined) throw reachedCapError(cap);
  return connection;
};

/**
 * Sends a text of a campaign with its file to one number, as if the caller had this number. Nothing is stored, but it
 * counts for the caps of sends (S-69). Four reads and one transaction.
 * @throws AppError ERR_NO_CAMPAIGN_FOUND; ERR_VALIDATION for a text that the campaign does not have; the errors of
 * {@link requireSending} and `sendUnkept`
 */
export const sendTest: RouteHandler<typeof campaignRoutes.test> = async ({
  principal,
  params,
  body,
  clock,
  ids,
}) => {
  const { companyId, directory, userId } = principal;
  const { timeZone } = directory.company;
  const { number, variant } = body;
  const table = openTable(companyId);
  const campaign = await requireCampaign(table, params.id);
  if (campaign.messages[variant] === undefined)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.variant', message: 'no such text' }] });
  const nowMs = clock.now();
  const connection = await requireSending(principal, campaign, nowMs);
  const [{ variables }, user] = await Promise.all([
    loadSendingRules(table, timeZone),
    loadUser(table, userId),
  ]);
  const { name = '', email = '' } = user ?? {};
  const drafts = campaignDrafts(
    campaign,
    { name, number, email },
    { part: 'message', variant },
    variables,
    campaign.media === null ? '' : campaign.media.key,
  );
  const to = { kind: 'phone', value: number } as const;
  const calls = drafts.flatMap((draft) =>
    sendUnkept({ companyId, connectionId: connection.id, to, draft }, channelOf(connection), { ids, nowMs }),
  );
  await commit([
    ...calls.map((one) => outboxItem(table, one, { ids, nowMs })),
    countUnkeptItem(table, { connectionId: connection.id, number, count: calls.length }, { nowMs, timeZone }),
  ]);
  return { message: 'Test sent' };
};
