import { isCounted, isSameShare } from '../domain/campaigns/receiver-share.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemClock } from '../platform/clock.ts';
import { getDirectory } from '../platform/directory.ts';
import { openTable } from '../platform/table/table.ts';
import { foldReceivers } from '../repositories/campaigns/fold-receivers.ts';
import { watchSends } from '../repositories/figures/watch-sends.ts';
import type { ChangeOf, RowChange } from './read-changes.ts';
import { isChangeOf } from './read-changes.ts';

type ReceiverChange = ChangeOf<'campaignReceiver'>;

/**
 * Whether a change moves the figures of a campaign. Planned receivers move none, and removed ones are removed with their
 * figures.
 */
export const movesShipments = (change: RowChange): change is ReceiverChange => {
  if (!isChangeOf('campaignReceiver')(change) || change.after === undefined) return false;
  const { before, between, after } = change;
  const images = [before, ...between, after].filter((image) => image !== undefined);
  if (!images.some(isCounted)) return false;
  return before === undefined || images.some((image) => !isSameShare(before, image));
};

/**
 * Counts the receivers of campaigns in a batch, in their state after it, and watches how much the company sends.
 */
export const foldShipments = async (
  companyId: CompanyId,
  changes: readonly ReceiverChange[],
): Promise<void> => {
  const directory = await getDirectory(companyId);
  // The figures of a removed company are never read.
  if (directory === undefined) return;
  const nowMs = systemClock.now();
  const receivers = changes.flatMap(({ after }) => after ?? []);
  const counting = { nowMs, timeZone: directory.company.timeZone };
  const unkept = await foldReceivers(openTable(companyId), receivers, counting);
  if (unkept > 0) await watchSends(directory, unkept, nowMs);
};
