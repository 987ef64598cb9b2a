import type { Help } from '@prosa/shared/entities/help.ts';
import { presentHelp } from '../presenters/present-help.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed help for the users of one company. */
export const helpEvents = (
  { before, after }: Change<Help & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const record = presentHelp(after);
    return [deliver(context, { name: 'help', params, data: { action, record } }, {})];
  }
  if (before === undefined) return [];
  return [deliver(context, { name: 'help', params, data: { action: 'delete', id: before.id } }, {})];
};
