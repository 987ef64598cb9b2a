import * as z from 'zod';
import { lenient, metaId, someTime } from './lenient-fields.ts';
import { messagingUpdates } from './messaging-updates.ts';
import { type MetaAccount, type MetaUpdate, problem } from './meta-update.ts';

const entrySchema = z.object({
  id: metaId,
  time: someTime,
  messaging: z.unknown().optional(),
  /** Events of conversations that another program of the company handles. */
  standby: z.unknown().optional(),
  changes: lenient(z.array(z.object({ field: z.string().max(60) }).catch({ field: 'unknown' }))),
});

/**
 * Returns the updates in one entry of a delivery for a Messenger page or an Instagram account, in order. Changes of
 * fields (posts, comments) are ignored: conversations come as events.
 */
export const messagingEntry = (
  channel: Extract<MetaAccount['channel'], 'facebook' | 'instagram'>,
  raw: unknown,
  receivedAt: number,
): MetaUpdate[] => {
  const entry = entrySchema.safeParse(raw);
  if (!entry.success) return [problem('malformed entry', raw)];
  const { id: accountId, time, messaging, standby, changes = [] } = entry.data;
  const account: MetaAccount = { channel, accountId };
  const updatesIn = (list: unknown, isStandby: boolean): MetaUpdate[] => {
    if (list === undefined) return [];
    if (!Array.isArray(list)) return [problem('malformed entry', raw)];
    return list.flatMap((item) =>
      messagingUpdates(item, { account, deliveredAt: time ?? receivedAt, isStandby }),
    );
  };
  const updates: MetaUpdate[] = [
    ...updatesIn(messaging, false),
    ...updatesIn(standby, true),
    ...changes.map(({ field }): MetaUpdate => ({ kind: 'ignored', what: `field ${field}` })),
  ];
  return updates.length === 0 ? [{ kind: 'ignored', what: 'entry without messaging' }] : updates;
};
