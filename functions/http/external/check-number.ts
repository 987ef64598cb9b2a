import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { requireReachedNumber } from '../../repositories/connections/number-checks.ts';
import { countUsageItem } from '../../repositories/figures/api-usage.ts';
import { requireConnected } from './require-connected.ts';

/**
 * Asks the session host whether a number is on WhatsApp and waits for the answer, for twelve seconds at most. Polls
 * every quarter of a second, at one read unit. The answer is cached for ten minutes.
 * @throws AppError ERR_WAPP_INVALID_CONTACT if the number is not on WhatsApp, ERR_WAPP_CHECK_CONTACT on timeout
 */
export const checkNumber: RouteHandler<typeof externalRoutes.checkNumber> = async (context) => {
  const { principal, body, ids, clock } = context;
  const { connection, companyId, directory } = principal;
  await requireConnected(principal);
  const channel = channelOf(connection);
  if (!channel.capabilities.checksNumbers) throw new AppError('ERR_WAPP_CHECK_CONTACT');
  const table = openTable(companyId);
  const asked = { companyId, connectionId: connection.id, number: body.number };
  const number = await requireReachedNumber(table, channel, asked, { ids, clock });
  const { timeZone } = directory.company;
  const counted = { timeZone, number: body.number, step: { usedCheckNumber: 1 } };
  await commit([countUsageItem(table, counted, clock.now())]);
  return { existsInWhatsapp: true, number: body.number, numberFormatted: number };
};
