import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';
import { type EngineWorld, surroundingsOf } from '../engine/world.ts';
import type { InboundDecision } from '../inbound/decide-message.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { say } from '../turns/message-turns.ts';
import { closeBehind } from '../turns/ticket-turns.ts';
import { type Moment, mergeTurns, type Turn, ticketOf } from '../turns/turn.ts';
import type { CampaignAnswer } from './campaign-answers.ts';
import { campaignEntry } from './campaign-turn.ts';

type StoreDecision = Extract<InboundDecision, { kind: 'store' }>;

/** A message of a contact that answers a campaign. */
export interface CampaignReply {
  campaign: Pick<Campaign, 'name' | 'queueId'>;
  meaning: CampaignAnswer;
  /** Whether this is the message that opts out, and not a later one. */
  isNewOptOut: boolean;
}

/**
 * Returns the decision about a message that answers a campaign: a new ticket waits in the campaign's queue, if it still
 * exists, instead of asking the contact for a queue. A ticket of the contact's wallet stays with its user.
 */
export const answeredDecision = (
  decision: StoreDecision,
  { campaign: { queueId } }: CampaignReply,
  queues: Pick<ReadonlyMap<number, unknown>, 'has'>,
): StoreDecision => {
  const { ticket } = decision;
  const isOurs = ticket.action === 'create' && ticket.status === 'pending' && ticket.userId === null;
  if (!isOurs || queueId === null || !queues.has(queueId)) return decision;
  return { ...decision, ticket: { ...ticket, queueId, automation: NO_AUTOMATION } };
};

/** Whether the automation of a ticket answers the message: not an opt-out that begins or reopens the ticket. */
export const isAnsweredByRules = (decision: StoreDecision, { meaning }: CampaignReply): boolean =>
  meaning !== 'opt-out' || decision.ticket.action === 'continue';

/**
 * Returns the turn of a message that answers a campaign: a ticket that it creates names the campaign in its log. Whoever
 * opts out is told so once; a ticket that the opt-out created or reopened is closed, because nobody has to answer it.
 */
export const answeredTurn = (
  taken: Turn,
  decision: StoreDecision,
  { campaign, isNewOptOut }: CampaignReply,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const { action } = decision.ticket;
  const named =
    action === 'create'
      ? mergeTurns(taken, { logs: [campaignEntry(ticketOf(taken), campaign.name, moment)] })
      : taken;
  if (!isNewOptOut) return named;
  const answered = named.messages.at(-1)?.after;
  const rule: AutomaticRule = 'campaign-opt-out';
  const text = CUSTOMER_TEXTS[world.settings.language].optedOut;
  const told = say(named, { rule, text }, { channel: world.channel, answered }, moment);
  if (action === 'continue' || action === 'stay') return told;
  const { previousClosed } = surroundingsOf(world, ticketOf(told));
  return closeBehind(
    told,
    { conversation: undefined, previousClosed },
    { userId: null, logType: 'closed' },
    moment,
  );
};
