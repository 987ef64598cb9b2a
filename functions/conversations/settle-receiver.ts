import type { CampaignReceiver } from '@prosa/shared/entities/campaign.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import { leftBehind } from '../domain/campaigns/campaign-beat.ts';
import { stoppedCampaign } from '../domain/campaigns/campaign-run.ts';
import {
  failedReceiver,
  type ReceiverOutcome,
  receiverAfterMessage,
  receiverAfterOutcome,
  receiverAfterReceipt,
} from '../domain/campaigns/receiver-steps.ts';
import { instantOf, type Moment } from '../domain/turns/turn.ts';
import { commit, type WriteItem } from '../platform/table/commit.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import { loadCampaignWithProgress, progressItem, stopItems } from '../repositories/campaigns/campaigns.ts';
import {
  loadReceiver,
  type ReceiverKey,
  type ReceiverRow,
  receiverItem,
} from '../repositories/campaigns/receivers.ts';

interface Context extends Moment {
  table: Table;
}

/** The provider's answer after which sending more would make things worse. */
const RESTRICTED: SendFailure = 'account-restricted';

/**
 * Returns the writes of a receiver after news of its message, and those of its campaign: a receiver whose send did not
 * begin is taken again after the last one, and a restricted account pauses the campaign. Two reads more in these cases.
 */
const newsItems = async (
  { table, nowMs }: Context,
  before: ReceiverRow,
  after: CampaignReceiver,
  reason: string,
): Promise<WriteItem[]> => {
  const waitsAgain = after.state === 'waiting' && before.state !== 'waiting';
  if (!waitsAgain && reason !== RESTRICTED) return [receiverItem(table, before, after, nowMs)];
  const { campaign, progress } = await loadCampaignWithProgress(table, before.campaignId);
  if (waitsAgain && (campaign === undefined || campaign.status === 'finished'))
    return [receiverItem(table, before, failedReceiver(before, reason), nowMs)];
  const again =
    waitsAgain && progress !== undefined ? leftBehind(progress, before.position, nowMs) : undefined;
  const pauses = !waitsAgain && campaign?.status === 'running';
  return [
    receiverItem(table, before, after, nowMs),
    ...(again === undefined ? [] : [progressItem(table, progress, again, nowMs)]),
    ...(pauses
      ? stopItems(
          table,
          { before: campaign, after: stoppedCampaign(campaign, 'pause', 'restricted', nowMs) },
          progress,
          nowMs,
        )
      : []),
  ];
};

const settle = (
  context: Context,
  key: ReceiverKey,
  reason: string,
  change: (receiver: ReceiverRow) => ReceiverRow | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const receiver = await loadReceiver(context.table, key);
    const after = receiver === undefined ? undefined : change(receiver);
    if (receiver === undefined || after === undefined) return;
    await commit(await newsItems(context, receiver, after, reason));
  });

const reasonOf = (outcome: ReceiverOutcome): string => ('reason' in outcome ? outcome.reason : '');

/** Writes the outcome of a message that is stored nowhere on its receiver. One read, and one write if it is news. */
export const settleReceiver = (
  context: Context,
  key: ReceiverKey,
  messageId: string,
  outcome: ReceiverOutcome,
): Promise<void> =>
  settle(context, key, reasonOf(outcome), (receiver) => receiverAfterOutcome(receiver, messageId, outcome));

/** Writes a receipt of a message that is stored nowhere on its receiver. One read, and one write if it is news. */
export const receiptOfReceiver = (
  context: Context,
  key: ReceiverKey,
  messageId: string,
  ack: number,
): Promise<void> =>
  settle(context, key, '', (receiver) => receiverAfterReceipt(receiver, messageId, ack, instantOf(context)));

/** Writes the state of a stored message of a campaign on its receiver. One read, and one write if it is news. */
export const settleReceiverByMessage = (
  context: Context,
  key: ReceiverKey,
  message: Pick<Message, 'id' | 'sendState' | 'sendError' | 'ack'>,
): Promise<void> =>
  settle(context, key, message.sendState === 'failed' ? message.sendError : '', (receiver) =>
    receiverAfterMessage(receiver, message, instantOf(context)),
  );
