import type { Integration } from '@prosa/shared/entities/integration.ts';
import { presentIntegrationRecord } from '../presenters/present-integration.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed integration. Only administrators get them, because only they may read integrations. */
export const integrationEvents = (
  { before, after }: Change<Integration & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const queueIntegration = presentIntegrationRecord(after);
    return [deliver(context, { name: 'queueIntegration', params, data: { action, queueIntegration } }, {})];
  }
  if (before === undefined) return [];
  const data = { action: 'delete', integrationId: before.id } as const;
  return [deliver(context, { name: 'queueIntegration', params, data }, {})];
};
