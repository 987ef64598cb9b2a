import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isDriven, promptsOf } from '../tickets/automation.ts';

type AutomationView = Pick<
  TicketView,
  | 'isBot'
  | 'amountUsedBotQueues'
  | 'amountUsedBotQueuesNPS'
  | 'useIntegration'
  | 'flowWebhook'
  | 'lastFlowId'
  | 'flowStopped'
  | 'typebotStatus'
>;

/** Presents a ticket's automation, with the names of the specification. */
export const presentAutomation = (ticket: Pick<Ticket, 'automation'>): AutomationView => {
  const { automation } = ticket;
  const flow = automation.kind === 'flow' ? automation : undefined;
  const isRating = automation.kind === 'rating';
  return {
    isBot: isDriven(ticket),
    amountUsedBotQueues: isRating ? 0 : promptsOf(automation),
    amountUsedBotQueuesNPS: isRating ? promptsOf(automation) : 0,
    useIntegration: automation.kind === 'integration',
    flowWebhook: flow !== undefined,
    lastFlowId: flow?.nodeId ?? null,
    flowStopped: flow === undefined ? null : String(flow.flowId),
    typebotStatus: automation.kind === 'integration' && automation.session !== null,
  };
};
