import * as z from 'zod';
import { accountUpdates } from '../whatsappapi/account-updates.ts';
import { templateUpdates } from '../whatsappapi/template-updates.ts';
import { whatsappUpdates } from '../whatsappapi/whatsapp-updates.ts';
import { lenient, metaId, someTime } from './lenient-fields.ts';
import { messagingEntry } from './messaging-entry.ts';
import { type MetaUpdate, problem } from './meta-update.ts';
import { withoutDeep } from './without-deep.ts';

/** Meta retries a delivery for up to seven days. A message older than eight days was replayed by somebody (S-51). */
const MAX_AGE_MS = 8 * 24 * 60 * 60 * 1000;

const deliverySchema = z.object({ object: z.string().max(100), entry: z.array(z.unknown()) });
const accountEntrySchema = z.object({ id: lenient(metaId), time: someTime, changes: z.array(z.unknown()) });
const changeSchema = z.object({ field: z.string().max(100), value: z.unknown().optional() });

const whatsappEntry = (raw: unknown, receivedAt: number): MetaUpdate[] => {
  const entry = accountEntrySchema.safeParse(raw);
  if (!entry.success) return [problem('malformed entry', raw)];
  const { id: businessId = '', time = receivedAt, changes } = entry.data;
  return changes.flatMap((change) => {
    const parsed = changeSchema.safeParse(change);
    if (!parsed.success) return [problem('malformed change', change)];
    const sentAt = Math.min(time, receivedAt);
    const entryOf = { businessId, sentAt };
    return (
      templateUpdates(parsed.data, entryOf) ??
      accountUpdates(parsed.data, entryOf) ??
      whatsappUpdates(parsed.data)
    );
  });
};

const updatesOf = (payload: unknown, receivedAt: number): MetaUpdate[] => {
  const delivery = deliverySchema.safeParse(payload);
  if (!delivery.success) return [problem('malformed delivery', payload)];
  const { object, entry } = delivery.data;
  switch (object) {
    case 'whatsapp_business_account':
      return entry.flatMap((raw) => whatsappEntry(raw, receivedAt));
    case 'page':
      return entry.flatMap((raw) => messagingEntry('facebook', raw, receivedAt));
    case 'instagram':
      return entry.flatMap((raw) => messagingEntry('instagram', raw, receivedAt));
    default:
      return [{ kind: 'ignored', what: `object ${object}` }];
  }
};

/** Whether an update has the time at which Meta made it. An address book has the times of its entries. */
const isDated = (update: MetaUpdate): update is Extract<MetaUpdate, { sentAt: number }> =>
  'sentAt' in update && !(update.kind === 'event' && update.event.type === 'address-book-name');

/**
 * Splits a delivery into its updates, in order. An update that cannot be used, or that is nested too deeply, does not
 * affect the others.
 */
export const splitDelivery = (payload: unknown, receivedAt: number): MetaUpdate[] => {
  const { shallow, deep } = withoutDeep(payload);
  const updates = updatesOf(shallow, receivedAt).map((update) =>
    isDated(update) && update.sentAt < receivedAt - MAX_AGE_MS
      ? problem('older than 8 days', update.kind === 'event' ? update.event : update)
      : update,
  );
  return [...updates, ...deep.map((update) => problem('nested too deeply', update))];
};
