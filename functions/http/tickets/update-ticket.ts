import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { changeTicket } from '../../conversations/change-ticket.ts';
import { tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { existingIntegrations } from '../../repositories/integrations/integrations.ts';

/** See {@link changeTicket}. */
export const updateTicket = async ({
  principal,
  params,
  body,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.update>) => {
  const { integrationId } = body;
  if (
    integrationId != null &&
    !(await existingIntegrations(tableOf(principal), [integrationId])).has(integrationId)
  )
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.integrationId', message: 'unknown integration' }],
    });
  return viewTicket(await changeTicket({ ids, clock }, principal, params.id, body), principal);
};
