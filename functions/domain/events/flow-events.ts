import type { Flow, FlowPhrase } from '@prosa/shared/entities/flow.ts';
import { presentFlow, presentFlowPhrase } from '../presenters/present-flow.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a flow that was added, renamed, switched, published or removed. */
export const flowEvents = (
  { before, after }: Change<Flow & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    return [deliver(context, { name: 'flow', params, data: { action, flow: presentFlow(after) } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'flow', params, data: { action: 'delete', flowId: before.id } }, {})];
};

/** Decides the events of a phrase that starts a flow. Only administrators get them, because only they may read phrases. */
export const flowPhraseEvents = (
  { before, after }: Change<FlowPhrase & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const record = presentFlowPhrase(after);
    return [deliver(context, { name: 'flowPhrase', params, data: { action, record } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'flowPhrase', params, data: { action: 'delete', id: before.id } }, {})];
};
