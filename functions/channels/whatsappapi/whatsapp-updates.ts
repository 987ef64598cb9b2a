import * as z from 'zod';
import { lenient } from '../meta/lenient-fields.ts';
import { type MetaAccount, type MetaUpdate, problem } from '../meta/meta-update.ts';
import { addressBookUpdate } from './address-book.ts';
import { userIdUpdate } from './cloud-identity-change.ts';
import { profilesOf } from './cloud-person.ts';
import { optOutUpdate, statusUpdate } from './cloud-status.ts';
import { echoUpdate, messageUpdate, type Surroundings } from './incoming-message.ts';
import { preferenceUpdate } from './marketing-preference.ts';
import { historyUpdates, isNotShared } from './phone-history.ts';

/** A list is checked when it is read, so that a malformed one does not affect the others. */
const list = z.unknown().optional();
/** Describes only the fields that are read, because Meta adds fields without notice. */
const listsSchema = z.object({
  contacts: list,
  messages: list,
  message_echoes: list,
  statuses: list,
  user_id_update: list,
  user_preferences: list,
  state_sync: list,
  errors: list,
});
type Lists = z.output<typeof listsSchema> & { history?: unknown };

const metadataSchema = z.object({
  metadata: z.object({
    phone_number_id: z.string().min(1).max(100),
    display_phone_number: lenient(z.string()),
  }),
});
const plainSchema = metadataSchema.extend(listsSchema.shape);
type Value = z.output<typeof plainSchema>;

/** Updates of conversations that another program answers lie one level deeper. */
const standbySchema = metadataSchema
  .extend({ standby: listsSchema })
  .transform(({ metadata, standby }): Value => ({ metadata, ...standby }));

/** Old messages, whatever else is beside them, are never read as new ones. */
const historySchema = metadataSchema.extend({ history: list, errors: list });

const STANDBY = 'standby';
const HISTORY = 'history';
/** Schemas of the fields that are read. */
const FIELDS: ReadonlyMap<string, z.ZodType<Value>> = new Map<string, z.ZodType<Value>>([
  ['messages', plainSchema],
  // What the company writes in the WhatsApp Business app.
  ['smb_message_echoes', plainSchema],
  ['user_id_update', plainSchema],
  ['user_preferences', plainSchema],
  // The address book and the old messages of the WhatsApp Business app.
  ['smb_app_state_sync', plainSchema],
  [HISTORY, historySchema],
  [STANDBY, standbySchema],
]);

/** Returns the updates of a list, or the problem that it is no list. */
const updatesOf = (
  lists: Lists,
  name: keyof Lists,
  read: (raw: unknown) => MetaUpdate | MetaUpdate[],
): MetaUpdate[] => {
  const entries = lists[name] ?? [];
  return Array.isArray(entries) ? entries.flatMap(read) : [problem(`malformed ${name}`, entries)];
};

/** Returns the updates in one change of a WhatsApp Business account. A malformed update does not affect the others. */
export const whatsappUpdates = (change: { field: string; value?: unknown }): MetaUpdate[] => {
  const { field } = change;
  const schema = FIELDS.get(field);
  if (schema === undefined) return [{ kind: 'ignored', what: `field ${field}` }];
  const parsed = schema.safeParse(change.value);
  if (!parsed.success) return [problem('malformed change', change)];
  const { metadata, ...lists } = parsed.data;
  const account: MetaAccount = { channel: 'whatsappapi', accountId: metadata.phone_number_id };
  const around: Surroundings = {
    account,
    profiles: profilesOf(lists.contacts),
    errors: Array.isArray(lists.errors) ? lists.errors : [],
    isStandby: field === STANDBY,
  };
  const updates = [
    ...updatesOf(lists, 'messages', (raw) => messageUpdate(raw, around, false)),
    ...updatesOf(lists, 'message_echoes', (raw) => echoUpdate(raw, around)),
    ...updatesOf(lists, 'statuses', (raw) => [statusUpdate(raw, account), ...optOutUpdate(raw, account)]),
    ...updatesOf(lists, 'user_id_update', (raw) => userIdUpdate(raw, account)),
    ...updatesOf(lists, 'user_preferences', (raw) => preferenceUpdate(raw, around)),
    ...updatesOf(lists, 'state_sync', (raw) => addressBookUpdate(raw, account)),
    ...updatesOf(lists, 'history', (raw) => historyUpdates(raw, around, metadata.display_phone_number)),
  ];
  if (field === HISTORY && around.errors.some(isNotShared))
    return [...updates, { kind: 'history-refused', account }];
  const isAboutNothing = updates.length === 0 && around.errors.length > 0;
  return isAboutNothing ? [problem('error beside no message', lists.errors)] : updates;
};
