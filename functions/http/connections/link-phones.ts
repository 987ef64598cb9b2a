import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { findPhones } from '../../channels/whatsappapi/phone-linking.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { linkAccounts, requireQueueOf } from './link-accounts.ts';
import { askProvider } from './link-failure.ts';

/**
 * Links numbers of the WhatsApp Cloud API.
 * @throws AppError ERR_NO_QUEUE_FOUND; ERR_LINK_ACCOUNT_MISSING if the number is not one of the business account, or none was shared
 */
export const linkPhones: RouteHandler<typeof channelLinkRoutes.linkPhones> = async ({ body, ...context }) => {
  const { phoneNumberId, businessAccountId: businessId, name, queueId = null } = body;
  await requireQueueOf(context, queueId);
  const phones = await askProvider(() => findPhones(body, { phoneNumberId, businessId }));
  if (phones.length === 0) throw new AppError('ERR_LINK_ACCOUNT_MISSING');
  const wanted = { name: phones.length === 1 ? name : undefined, queueId };
  return linkAccounts(context, 'channelLinks.linkPhones', phones, wanted);
};
