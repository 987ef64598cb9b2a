import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import type { MessageEvent } from '../../conversations/find-conversation.ts';
import type { EventScene } from '../../conversations/scene.ts';
import type { CampaignReply } from '../../domain/campaigns/answered-turn.ts';
import { campaignAnswer } from '../../domain/campaigns/campaign-answers.ts';
import { receiverAfterAnswer } from '../../domain/campaigns/receiver-steps.ts';
import { instantOf } from '../../domain/turns/turn.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { ANSWERS_WITHIN_S } from '../../platform/table/entities/campaigns.ts';
import { campaignMessageItem, loadCampaign } from '../../repositories/campaigns/campaigns.ts';
import {
  loadCampaignNumber,
  loadReceiver,
  type ReceiverRow,
  receiverItem,
} from '../../repositories/campaigns/receivers.ts';
import { loadSuppressions, suppressionItem } from '../../repositories/campaigns/suppressions.ts';
import type { InboundContext } from './ports.ts';

/** A message that answers a campaign, with the writes of its receiver. */
interface AnsweredCampaign {
  reply: CampaignReply;
  /** To be committed with the message. */
  items: WriteItem[];
}

/** The message to somebody who consented comes up to so many seconds later, as a person would write it. */
const AGREED_WITHIN_S = 10;

const textOf = (content: InboundContent): string =>
  content.kind === 'text' ? content.text : 'caption' in content ? (content.caption ?? '') : '';

/** Returns the contact's number, from the message or from its row. */
const numberOf = ({ event, contact, activeTicket }: EventScene): string => {
  const named = event.chat.identities.find(({ kind }) => kind === 'phone')?.value;
  return canonicalPhone(named ?? contact?.number ?? activeTicket?.contact.number ?? '');
};

const isHeard = ({ fromMe, chat, content }: MessageEvent): boolean =>
  !fromMe && !chat.isGroup && content.kind !== 'placeholder' && content.kind !== 'missed-call';

/** Returns the writes that a receiver's answer needs besides those of the message. */
const itemsOf = async (
  { table, ids, nowMs }: InboundContext,
  before: ReceiverRow,
  after: ReceiverRow,
): Promise<WriteItem[]> => {
  const { companyId, campaignId, position } = after;
  const isOptOut = before.optedOutAt === null && after.optedOutAt !== null;
  const agrees = before.state !== 'agreed' && after.state === 'agreed';
  const number = canonicalPhone(after.number);
  const held = isOptOut ? (await loadSuppressions(table, [number])).get(number) : undefined;
  const message = { type: 'agreed', companyId, campaignId, position } as const;
  const delayS = Math.floor(Math.random() * (AGREED_WITHIN_S + 1));
  return [
    receiverItem(table, before, after, nowMs),
    ...(agrees ? [campaignMessageItem(table, message, delayS, { ids, nowMs })] : []),
    // A number that is on the list already keeps its reason.
    ...(isOptOut && held === undefined
      ? [suppressionItem(table, undefined, { companyId, number, reason: 'opted-out', campaignId }, nowMs)]
      : []),
  ];
};

/**
 * Returns what a contact's message means for the campaign that last wrote to its number; undefined if none wrote within
 * 30 days. No read for a company whose campaigns await no answer, one for another contact, three for a receiver; a
 * receiver is written when its first answer, its consent or its opt-out comes.
 */
export const findAnswered = async (
  context: InboundContext,
  scene: EventScene,
): Promise<AnsweredCampaign | undefined> => {
  const { table, directory, nowMs } = context;
  const { answersCampaignsUntil } = directory;
  const { event } = scene;
  if (answersCampaignsUntil === null || Date.parse(answersCampaignsUntil) <= nowMs || !isHeard(event))
    return undefined;
  const number = numberOf(scene);
  const pointer = number === '' ? undefined : await loadCampaignNumber(table, number);
  if (pointer === undefined || Date.parse(pointer.at) + ANSWERS_WITHIN_S * 1000 <= nowMs) return undefined;
  const [campaign, before] = await Promise.all([
    loadCampaign(table, pointer.campaignId),
    loadReceiver(table, pointer),
  ]);
  if (campaign === undefined || before === undefined) return undefined;
  const meaning = campaignAnswer(textOf(event.content));
  const after = receiverAfterAnswer(before, meaning, campaign, instantOf({ nowMs }));
  const isNewOptOut = before.optedOutAt === null && after.optedOutAt !== null;
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return {
    reply: { campaign, meaning, isNewOptOut },
    items: isSame ? [] : await itemsOf(context, before, after),
  };
};
