import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { askAboutNumber, type NumberResult, readNumberResult } from '../../repositories/number-checks.ts';
import { requireConnected } from './send-message.ts';

/** Within the 20 seconds of the function, with time for the answer. */
const WAIT_MS = 12_000;
const LOOK_EVERY_MS = 250;

/**
 * Asks the session host whether WhatsApp has a number, and waits for what it says, twelve seconds at most: a read unit
 * every quarter of a second. What was said is good for ten minutes.
 * @throws AppError ERR_WAPP_INVALID_CONTACT where nobody has the number, ERR_WAPP_CHECK_CONTACT where nothing is said of it
 */
export const checkNumber: RouteHandler<typeof externalRoutes.checkNumber> = async ({
  principal,
  body,
  ids,
  clock,
}) => {
  const { connection, companyId } = principal;
  requireConnected(principal);
  const channel = channelOf(connection);
  if (!channel.capabilities.checksNumbers) throw new AppError('ERR_WAPP_CHECK_CONTACT');
  const table = openTable(companyId);
  const asked = { companyId, connectionId: connection.id, number: body.number };
  const nowMs = clock.now();
  await askAboutNumber(table, channel, asked, { ids, nowMs });
  let result: NumberResult | undefined;
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += LOOK_EVERY_MS) {
    result = await readNumberResult(table, asked);
    if (result !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  if (result?.state === 'absent') throw new AppError('ERR_WAPP_INVALID_CONTACT');
  if (result?.state !== 'reached') throw new AppError('ERR_WAPP_CHECK_CONTACT');
  return { existsInWhatsapp: true, number: body.number, numberFormatted: result.number };
};
