import type { QuickMessage } from '@prosa/shared/entities/quick-message.ts';
import { canSeeQuickMessage } from '@prosa/shared/rules/quick-message-rights.ts';
import { presentQuickMessage } from '../presenters/present-quick-message.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext, Recipient } from './context.ts';

type Row = QuickMessage & Bookkeeping;
/**
 * A quick message's change, with its states in between: a browser may have fetched one of them, and must remove the
 * quick message if its user may no longer see it.
 */
export interface QuickMessageChange extends Change<Row> {
  between?: readonly Row[];
}

const sees = (row: Row | undefined, { viewer }: Recipient): boolean =>
  row !== undefined && canSeeQuickMessage({ userId: row.userId, visao: row.isShared }, viewer);

/** Decides the events of a changed quick message: for users who see it, and for users who no longer do. */
export const quickMessageEvents = (
  { before, after, between = [] }: QuickMessageChange,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  const id = (after ?? before ?? between[0])?.id;
  const readers = context.recipients.filter((recipient) => sees(after, recipient));
  const former = context.recipients.filter(
    (recipient) =>
      !readers.includes(recipient) && [before, ...between].some((earlier) => sees(earlier, recipient)),
  );
  return [
    ...(after === undefined || readers.length === 0
      ? []
      : [
          deliver(
            context,
            {
              name: 'quickMessage',
              params,
              data: {
                action: before === undefined ? 'create' : 'update',
                record: presentQuickMessage(after, context.link),
              },
            },
            {},
            readers,
          ),
        ]),
    ...(id === undefined || former.length === 0
      ? []
      : [deliver(context, { name: 'quickMessage', params, data: { action: 'delete', id } }, {}, former)]),
  ];
};
