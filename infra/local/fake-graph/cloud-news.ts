import * as z from 'zod';
import { findPhone, type Phone, WABA } from './accounts.ts';
import { newWamid } from './cloud-send.ts';
import type { Update } from './webhook-body.ts';
import type { World } from './world.ts';

const numberSchema = z.string().regex(/^\d{7,15}$/);
/** Id of a number; by default the first one. */
const ofPhone = { accountId: z.string().max(100).optional() };

const pastSchema = z.object({
  number: numberSchema,
  text: z.string().max(4096),
  fromMe: z.boolean().default(false),
  /** Epoch milliseconds; one hour ago by default. */
  atMs: z.int().positive().optional(),
  /** Name of the receipt of a message of the business. */
  status: z.enum(['SENT', 'DELIVERED', 'READ', 'PLAYED', 'PENDING', 'ERROR']).default('READ'),
  /** Id of the message, for a chunk that is told again; a new one by default. */
  id: z.string().max(200).optional(),
});

/** What Meta tells besides messages: of the phone that shares a number, of people's choices, and of accounts. */
export const cloudNewsSchema = z.discriminatedUnion('type', [
  /** An entry of the phone's address book; '' removes it. */
  z.object({ type: z.literal('address-book'), ...ofPhone, number: numberSchema, name: z.string().max(500) }),
  /** A chunk of the phone's old messages; `progress` 100: nothing is missing. */
  z.object({
    type: z.literal('history'),
    ...ofPhone,
    phase: z.int().min(0).max(2).default(0),
    chunk: z.int().positive().default(1),
    progress: z.int().min(0).max(100).default(100),
    messages: z.array(pastSchema).max(1000),
  }),
  /** The business does not share the old messages. */
  z.object({ type: z.literal('history-declined'), ...ofPhone }),
  /** A person's choice about marketing messages of the business. */
  z.object({
    type: z.literal('preference'),
    ...ofPhone,
    number: numberSchema,
    value: z.enum(['stop', 'resume', 'signup']),
  }),
  /** News of the WhatsApp Business account, with the details of its event. */
  z.object({
    type: z.literal('account'),
    event: z.enum([
      'ACCOUNT_DELETED',
      'ACCOUNT_VIOLATION',
      'ACCOUNT_RESTRICTION',
      'DISABLED_UPDATE',
      'PARTNER_REMOVED',
      'ACCOUNT_OFFBOARDED',
      'ACCOUNT_RECONNECTED',
    ]),
    banState: z.enum(['SCHEDULE_FOR_DISABLE', 'DISABLE', 'REINSTATE']).default('DISABLE'),
    /** End of a restriction in epoch milliseconds; a week ahead by default. */
    untilMs: z.int().positive().optional(),
  }),
  /** The number of people to whom the business may write first in a day. */
  z.object({
    type: z.literal('limit'),
    ...ofPhone,
    tier: z.enum(['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']),
  }),
]);
export type CloudNews = z.output<typeof cloudNewsSchema>;
type NewsOf<T extends CloudNews['type']> = Extract<CloudNews, { type: T }>;

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Error of a history that the business does not share. */
const DECLINED = 2593109;

const secondsOf = (atMs: number): number => Math.floor(atMs / 1000);

const update = (field: string, value: object): Update => ({
  object: 'whatsapp_business_account',
  entryId: WABA.id,
  field,
  value,
});

const ofNumber = (phone: Phone, field: string, value: object): Update =>
  update(field, {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: phone.number, phone_number_id: phone.id },
    ...value,
  });

const addressBook = (phone: Phone, { number, name }: NewsOf<'address-book'>, nowMs: number): Update => {
  const [first_name] = name.split(' ');
  const isRemoved = name === '';
  const contact = { phone_number: number, ...(isRemoved ? {} : { full_name: name, first_name }) };
  const action = isRemoved ? 'remove' : 'add';
  const metadata = { timestamp: String(secondsOf(nowMs)) };
  return ofNumber(phone, 'smb_app_state_sync', {
    state_sync: [{ type: 'contact', contact, action, metadata }],
  });
};

const history = (phone: Phone, news: NewsOf<'history'>, nowMs: number): Update => {
  const { phase, chunk: chunk_order, progress } = news;
  const threads = Object.entries(Object.groupBy(news.messages, ({ number }) => number)).map(
    ([id, messages = []]) => ({
      id,
      messages: messages.map(({ number, text, fromMe, atMs = nowMs - HOUR_MS, status, id: known }) => ({
        from: fromMe ? phone.number : number,
        ...(fromMe ? { to: number } : {}),
        id: known ?? newWamid(),
        timestamp: String(secondsOf(atMs)),
        type: 'text',
        text: { body: text },
        history_context: { status },
      })),
    }),
  );
  return ofNumber(phone, 'history', {
    history: [{ metadata: { phase, chunk_order, progress }, threads }],
  });
};

const declined = (phone: Phone): Update => {
  const title = 'History sharing is turned off';
  return ofNumber(phone, 'history', { history: [{ errors: [{ code: DECLINED, title, message: title }] }] });
};

const preference = (world: World, phone: Phone, { number, value }: NewsOf<'preference'>): Update => {
  const person = world.people.open('whatsappapi', phone.id, number);
  world.people.choose(person, value === 'stop');
  const who = { wa_id: person.id, user_id: person.userId };
  const timestamp = secondsOf(world.now());
  return ofNumber(phone, 'user_preferences', {
    contacts: [{ profile: { name: person.name }, ...who }],
    user_preferences: [{ ...who, category: 'marketing_messages', value, timestamp }],
  });
};

const account = ({ event, banState, untilMs }: NewsOf<'account'>, nowMs: number): Update => {
  const expiration = secondsOf(untilMs ?? nowMs + WEEK_MS);
  const details: Partial<Record<typeof event, object>> = {
    ACCOUNT_RESTRICTION: {
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }],
    },
    ACCOUNT_VIOLATION: { violation_info: { violation_type: 'SCAM' } },
    DISABLED_UPDATE: { ban_info: { waba_ban_state: banState } },
    PARTNER_REMOVED: { waba_info: { waba_id: WABA.id } },
  };
  return update('account_update', { event, ...details[event] });
};

const updateOf = (world: World, phone: Phone, news: CloudNews): Update => {
  const nowMs = world.now();
  switch (news.type) {
    case 'address-book':
      return addressBook(phone, news, nowMs);
    case 'history':
      return history(phone, news, nowMs);
    case 'history-declined':
      return declined(phone);
    case 'preference':
      return preference(world, phone, news);
    case 'account':
      return account(news, nowMs);
    case 'limit':
      return update('phone_number_quality_update', {
        display_phone_number: phone.number,
        event: 'ONBOARDING',
        max_daily_conversations_per_business: news.tier,
      });
  }
};

/**
 * Tells the app what Meta tells besides messages.
 * @throws RangeError for an unknown number
 */
export const tellCloudNews = (world: World, news: CloudNews): void => {
  const accountId = 'accountId' in news ? news.accountId : undefined;
  const phone = accountId === undefined ? WABA.phones[0] : findPhone(accountId);
  if (phone === undefined) throw new RangeError('no such number');
  world.deliveries.tell(updateOf(world, phone, news));
};

/** The customer whose old messages the demo's phone has. */
const OLD_CUSTOMER = { number: '5511955557777', name: 'Rita Moura' };

/** Tells the app what the phone of a number has: its old messages, or its address book. */
export const tellPhone = (world: World, type: 'history' | 'smb_app_state_sync', accountId: string): void => {
  const { number, name } = OLD_CUSTOMER;
  const talk = [
    { number, text: 'Boa tarde! O conserto ficou pronto?', atMs: world.now() - WEEK_MS },
    { number, text: 'Ficou, pode vir buscar.', atMs: world.now() - WEEK_MS + HOUR_MS, fromMe: true },
  ];
  const news =
    type === 'history'
      ? { type, accountId, messages: talk }
      : { type: 'address-book', accountId, number, name };
  tellCloudNews(world, cloudNewsSchema.parse(news));
};
