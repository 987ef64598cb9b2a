import { isOnItsWay } from '@prosa/shared/entities/message.ts';
import { settleReceiverByMessage } from '../conversations/settle-receiver.ts';
import { systemClock } from '../platform/clock.ts';
import { systemIds } from '../platform/ids.ts';
import { openTable } from '../platform/table/table.ts';
import { type ChangeOf, isChangeOf, type RowChange } from './read-changes.ts';

type MessageChange = ChangeOf<'message'>;

/** Whether a change of a message may change the receiver of a campaign: its outcome or its receipts. */
export const concernsShipment = (change: RowChange): change is MessageChange =>
  isChangeOf('message')(change) &&
  change.after !== undefined &&
  change.after.campaign !== null &&
  !isOnItsWay(change.after) &&
  (change.after.sendState !== change.before?.sendState || change.after.ack !== change.before.ack);

/** Writes what became of the messages of campaigns on their receivers. One read and one write each. */
export const settleShipments = async (changes: readonly MessageChange[]): Promise<void> => {
  for (const { companyId, after } of changes) {
    if (after === undefined || after.campaign === null) continue;
    const { id: campaignId, position } = after.campaign;
    const context = { table: openTable(companyId), ids: systemIds, nowMs: systemClock.now() };
    await settleReceiverByMessage(context, { campaignId, position }, after);
  }
};
