import * as z from 'zod';
import { messagingUpdates } from './messaging-updates.ts';
import { type MetaUpdate, problem } from './meta-update.ts';
import { whatsappUpdates } from './whatsapp-updates.ts';

/** Meta retries a delivery for up to seven days. A message older than eight days was replayed by somebody (S-51). */
const MAX_AGE_MS = 8 * 24 * 60 * 60 * 1000;

const deliverySchema = z.object({ object: z.string().max(100), entry: z.array(z.unknown()) });
const accountEntrySchema = z.object({ changes: z.array(z.unknown()) });
const changeSchema = z.object({ field: z.string().max(100), value: z.unknown() });
const pageEntrySchema = z.object({
  id: z.string().min(1).max(100),
  messaging: z.array(z.unknown()).optional(),
});

const whatsappEntry = (raw: unknown): MetaUpdate[] => {
  const entry = accountEntrySchema.safeParse(raw);
  if (!entry.success) return [problem('malformed entry', raw)];
  return entry.data.changes.flatMap((change) => {
    const parsed = changeSchema.safeParse(change);
    return parsed.success ? whatsappUpdates(parsed.data) : [problem('malformed change', change)];
  });
};

const pageEntry = (channel: 'facebook' | 'instagram', raw: unknown): MetaUpdate[] => {
  const entry = pageEntrySchema.safeParse(raw);
  if (!entry.success) return [problem('malformed entry', raw)];
  const { id, messaging } = entry.data;
  if (messaging === undefined) return [{ kind: 'ignored', what: 'entry without messaging' }];
  return messaging.flatMap((item) => messagingUpdates({ channel, accountId: id }, item));
};

const updatesOf = (payload: unknown): MetaUpdate[] => {
  const delivery = deliverySchema.safeParse(payload);
  if (!delivery.success) return [problem('malformed delivery', payload)];
  const { object, entry } = delivery.data;
  switch (object) {
    case 'whatsapp_business_account':
      return entry.flatMap(whatsappEntry);
    case 'page':
      return entry.flatMap((raw) => pageEntry('facebook', raw));
    case 'instagram':
      return entry.flatMap((raw) => pageEntry('instagram', raw));
    default:
      return [{ kind: 'ignored', what: `object ${object}` }];
  }
};

/** Splits a delivery into its updates, in order. An update that cannot be used does not affect the others. */
export const splitDelivery = (payload: unknown, receivedAt: number): MetaUpdate[] =>
  updatesOf(payload).map((update) =>
    update.kind === 'event' && update.sentAt < receivedAt - MAX_AGE_MS
      ? problem('older than 8 days', update.event)
      : update,
  );
