import type { CampaignInput } from '@prosa/shared/contracts/campaigns.ts';
import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { Directory } from '../../platform/directory.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadCampaign } from '../../repositories/campaigns/campaigns.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import { loadTag } from '../../repositories/organisation/tags.ts';

/** Requires a connection of the company that reaches phone numbers. @throws AppError ERR_NO_WAPP_FOUND */
const requireConnection = ({ connections }: Directory, id: number) => {
  const connection = connections.get(id);
  if (connection === undefined || channelOf(connection).reachedBy !== 'phone')
    throw new AppError('ERR_NO_WAPP_FOUND');
  return connection;
};

/** @throws AppError ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND */
const requireAudience = async (
  { companyId }: Directory,
  contactListId: number | null,
  tagId: number | null,
): Promise<void> => {
  const table = openTable(companyId);
  if (contactListId !== null && (await loadContactList(table, contactListId)) === undefined)
    throw new AppError('ERR_NO_CONTACT_LIST_FOUND');
  if (tagId !== null && (await loadTag(table, tagId)) === undefined) throw new AppError('ERR_NO_TAG_FOUND');
};

/**
 * Requires that everything a request names belongs to the company (S-18), also what has no meaning beside its other
 * fields; ids in a filter of tickets only ever match the company's own. What the campaign has already was required
 * before: it can be changed although its list was removed. Two reads at most.
 * @throws AppError ERR_NO_WAPP_FOUND, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_CONTACT_LIST_FOUND,
 * ERR_NO_TAG_FOUND
 */
export const requireNamed = async (
  directory: Directory,
  { whatsappId, userId, queueId, contactListId, tagListId }: CampaignInput,
  before?: Campaign,
): Promise<void> => {
  if (whatsappId !== before?.connectionId) requireConnection(directory, whatsappId);
  if (userId !== null && userId !== before?.userId && directory.users.get(userId)?.active !== true)
    throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && queueId !== before?.queueId && !directory.queues.has(queueId))
    throw new AppError('ERR_NO_QUEUE_FOUND');
  await requireAudience(
    directory,
    contactListId === before?.contactListId ? null : contactListId,
    tagListId === before?.tagId ? null : tagListId,
  );
};

/**
 * Requires that a campaign can be sent: its connection and its receivers' source are still there. A user or queue that
 * was removed is no obstacle: tickets are made without. One read.
 * @throws AppError ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_CAMPAIGN_FOUND for the copy
 * of a removed campaign
 */
export const requireSendable = async (
  directory: Directory,
  { connectionId, contactListId, tagId, followUp }: Campaign,
): Promise<void> => {
  requireConnection(directory, connectionId);
  if (followUp === null) return requireAudience(directory, contactListId, tagId);
  const source = await loadCampaign(openTable(directory.companyId), followUp.campaignId);
  if (source === undefined) throw new AppError('ERR_NO_CAMPAIGN_FOUND');
};
