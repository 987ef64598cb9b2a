import type { Identity } from '@prosa/shared/messaging/identity.ts';
import * as z from 'zod';
import { lenient } from '../meta/lenient-fields.ts';
import { optionalText } from './cloud-fields.ts';

/** Schema of a phone, converted to its digits. A text that is no phone counts as absent: newer ids are no numbers. */
export const phoneSchema = lenient(
  z
    .string()
    .regex(/^\+?\d{1,20}$/)
    .transform((phone) => phone.replace('+', '')),
);

/** Schema of a business-scoped user id (BSUID), Meta's id of a person for one business portfolio. */
export const userIdSchema = lenient(z.string().min(1).max(160));

const profileSchema = z.object({
  wa_id: phoneSchema,
  user_id: userIdSchema,
  profile: lenient(z.object({ name: optionalText(500), username: optionalText(500) })),
});
/** A person in the `contacts` beside messages. */
export type Profile = z.output<typeof profileSchema>;

/** A person as an update names it; either id may be missing. */
export interface Named {
  userId: string | undefined;
  phone: string | undefined;
}

interface Person {
  /** Empty if the update names nobody. */
  identities: Identity[];
  name: string | undefined;
}

/** Returns the identities with the permanent id first, because a number may pass to another person. */
export const identitiesOf = ({ userId, phone }: Named): Identity[] => [
  ...(userId === undefined ? [] : [{ kind: 'bsuid' as const, value: userId }]),
  ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone }]),
];

/** Returns the people in the `contacts` beside messages; malformed entries are skipped. */
export const profilesOf = (contacts: unknown): Profile[] =>
  (Array.isArray(contacts) ? contacts : []).flatMap((raw) => profileSchema.safeParse(raw).data ?? []);

/** Returns a person with the name, and the id that is missing, from its profile. */
export const personOf = ({ userId, phone }: Named, profiles: readonly Profile[]): Person => {
  const profile =
    profiles.find(({ user_id }) => user_id !== undefined && user_id === userId) ??
    profiles.find(({ wa_id }) => wa_id !== undefined && wa_id === phone);
  const identities = identitiesOf({
    userId: userId ?? profile?.user_id,
    phone: phone ?? profile?.wa_id,
  });
  const { name, username } = profile?.profile ?? {};
  return { identities, name: name?.trim() ? name : username || undefined };
};
