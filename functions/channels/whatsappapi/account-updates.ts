import * as z from 'zod';
import type { AccountNews } from '../account-news.ts';
import { lenient, metaId, someTime } from '../meta/lenient-fields.ts';
import { type MetaUpdate, problem } from '../meta/meta-update.ts';

const accountSchema = z.object({
  event: z.string().max(100),
  /** Names the business where the entry names the partner. */
  waba_info: lenient(z.object({ waba_id: metaId })),
  ban_info: lenient(z.object({ waba_ban_state: z.string() })),
  restriction_info: lenient(z.array(z.object({ restriction_type: z.string(), expiration: someTime }))),
});
type AccountValue = z.output<typeof accountSchema>;

/** A restriction that leaves all conversations as they are. */
const HARMLESS = 'RESTRICTED_ADD_PHONE_NUMBER_ACTION';
/** An end after this time is none. */
const LAST_END_MS = Date.UTC(2100, 0);

const restrictionOf = ({ restriction_info: all = [] }: AccountValue): AccountNews | undefined => {
  const times = all
    .filter(({ restriction_type: type }) => type !== HARMLESS)
    .map(({ expiration = Number.POSITIVE_INFINITY }) => expiration);
  if (times.length === 0) return undefined;
  const endMs = Math.max(...times);
  return { topic: 'restriction', until: endMs > LAST_END_MS ? null : new Date(endMs).toISOString() };
};

const banNews = ({ ban_info }: AccountValue): AccountNews | undefined => {
  switch (ban_info?.waba_ban_state) {
    case 'SCHEDULE_FOR_DISABLE':
      return { topic: 'violation' };
    case 'DISABLE':
      return { topic: 'standing', isUsable: false, reason: 'account-locked' };
    case 'REINSTATE':
      return { topic: 'standing', isUsable: true, reason: 'account-locked' };
    default:
      return undefined;
  }
};

const accountNews = (value: AccountValue): AccountNews | undefined => {
  switch (value.event) {
    case 'ACCOUNT_VIOLATION':
      return { topic: 'violation' };
    case 'ACCOUNT_RESTRICTION':
      return restrictionOf(value);
    case 'DISABLED_UPDATE':
      return banNews(value);
    // The business took away our access, or the phone that shares the number was not used for long.
    case 'PARTNER_REMOVED':
      return { topic: 'standing', isUsable: false, reason: 'token-refused' };
    case 'ACCOUNT_DELETED':
    case 'ACCOUNT_OFFBOARDED':
      return { topic: 'standing', isUsable: false, reason: 'account-gone' };
    case 'ACCOUNT_RECONNECTED':
      return { topic: 'standing', isUsable: true, reason: 'account-gone' };
    default:
      return undefined;
  }
};

/** Two spellings of no limit, and a number of people, perhaps in thousands: `TIER_250`, `TIER_10K`. */
const TIER = /^TIER_(\d{1,6})(K?)$/;
const NO_LIMITS: ReadonlySet<string> = new Set(['UNLIMITED', 'TIER_UNLIMITED']);

const qualitySchema = z.object({ max_daily_conversations_per_business: lenient(z.string()) });

const limitNews = ({
  max_daily_conversations_per_business: tier = '',
}: z.output<typeof qualitySchema>): AccountNews | undefined => {
  if (NO_LIMITS.has(tier)) return { topic: 'limit', people: null };
  const [, digits, thousands] = TIER.exec(tier) ?? [];
  if (digits === undefined) return undefined;
  return { topic: 'limit', people: Number(digits) * (thousands === 'K' ? 1000 : 1) };
};

interface Told {
  news: AccountNews | undefined;
  /** Undefined where the change names the business only by its entry. */
  businessId: string | undefined;
}

/** Schemas of the fields that tell of accounts. */
const FIELDS: ReadonlyMap<string, z.ZodType<Told>> = new Map<string, z.ZodType<Told>>([
  [
    'account_update',
    accountSchema.transform((value) => ({
      news: accountNews(value),
      businessId: value.waba_info?.waba_id,
    })),
  ],
  [
    'phone_number_quality_update',
    qualitySchema.transform((value) => ({ news: limitNews(value), businessId: undefined })),
  ],
]);

/**
 * Returns the update in a change that tells of an account or of its business; undefined for every other change.
 * @param entry the business and the time (epoch milliseconds) of the delivery's entry
 */
export const accountUpdates = (
  change: { field: string; value?: unknown },
  entry: { businessId: string; sentAt: number },
): MetaUpdate[] | undefined => {
  const { field, value } = change;
  const schema = FIELDS.get(field);
  if (schema === undefined) return undefined;
  const told = schema.safeParse(value);
  if (!told.success) return [problem('malformed change', change)];
  const { news, businessId = entry.businessId } = told.data;
  if (news === undefined) return [{ kind: 'ignored', what: `field ${field}` }];
  if (!metaId.safeParse(businessId).success) return [problem('malformed change', change)];
  const business = { channel: 'whatsappapi', businessId } as const;
  return [{ kind: 'account', business, sentAt: entry.sentAt, news }];
};
