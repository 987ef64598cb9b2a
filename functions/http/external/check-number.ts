import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { requireReachedNumber } from '../../repositories/connections/number-checks.ts';
import { requireConnected } from './send-message.ts';

/**
 * Asks the session host whether a number is on WhatsApp and waits for the answer, for twelve seconds at most. Polls
 * every quarter of a second, at one read unit. The answer is cached for ten minutes.
 * @throws AppError ERR_WAPP_INVALID_CONTACT if the number is not on WhatsApp, ERR_WAPP_CHECK_CONTACT on timeout
 */
export const checkNumber: RouteHandler<typeof externalRoutes.checkNumber> = async ({
  principal,
  body,
  ids,
  clock,
}) => {
  const { connection, companyId } = principal;
  await requireConnected(principal);
  const channel = channelOf(connection);
  if (!channel.capabilities.checksNumbers) throw new AppError('ERR_WAPP_CHECK_CONTACT');
  const asked = { companyId, connectionId: connection.id, number: body.number };
  const number = await requireReachedNumber(openTable(companyId), channel, asked, { ids, clock });
  return { existsInWhatsapp: true, number: body.number, numberFormatted: number };
};
