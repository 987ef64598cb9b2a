import { inboundEventSchema, inboundGroupId } from '@prosa/shared/messaging/inbound-event.ts';
import type {
  AccountUpdate,
  HistoryRefusal,
  HistoryUpdate,
  MetaAccount,
  MetaUpdate,
  TemplateUpdate,
} from '../../channels/meta/meta-update.ts';
import { splitDelivery } from '../../channels/meta/split-delivery.ts';
import { eventBody } from '../../domain/inbound/event-body.ts';
import { nestedJson } from '../../domain/nested-json.ts';
import { sha256 } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { log } from '../../platform/log.ts';
import { quarantine } from '../../platform/queue/quarantine.ts';
import { type QueueMessage, sendMessages } from '../../platform/queue/send-messages.ts';
import { envelopeSchema, openDelivery } from '../../platform/webhooks/envelope.ts';
import { applyAccountUpdate } from './apply-account-update.ts';
import { applyTemplateUpdate } from './apply-template-update.ts';
import { forwardHistory } from './forward-history.ts';
import { type Resolved, resolveAccount } from './resolve-account.ts';

const SOURCE = 'meta';

type EventUpdate = Extract<MetaUpdate, { kind: 'event' }>;

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
};

/** Returns an event of a known account as a message for the inbound queue, or why it is unusable. */
const toMessage = (
  update: EventUpdate,
  place: { companyId: number; connectionId: number },
  receivedAt: number,
): QueueMessage | undefined => {
  const parsed = inboundEventSchema.safeParse({
    v: 1,
    ...place,
    channel: update.account.channel,
    receivedAt,
    ...update.event,
  });
  if (!parsed.success) return undefined;
  // Two deliveries that differ only in their time of arrival are duplicates.
  const id = sha256(JSON.stringify([place, update.event]));
  return { id, body: eventBody(parsed.data), groupId: inboundGroupId(place, update.chatKey) };
};

interface OfAccount {
  account: MetaAccount;
}

const accountKey = ({ account }: OfAccount): string => `${account.channel}:${account.accountId}`;

const resolveAll = async (updates: readonly OfAccount[], nowMs: number): Promise<Map<string, Resolved>> => {
  const accounts = new Map(updates.map((update) => [accountKey(update), update.account]));
  const resolved = await Promise.all(
    [...accounts].map(async ([key, account]) => [key, await resolveAccount(account, nowMs)] as const),
  );
  return new Map(resolved);
};

/** Applies news of templates and accounts, in order; returns those of unknown businesses. */
const applyNews = async (
  updates: readonly (TemplateUpdate | AccountUpdate)[],
  nowMs: number,
): Promise<{ reason: string; payload: unknown }[]> => {
  const aside: { reason: string; payload: unknown }[] = [];
  for (const update of updates) {
    const { channel, businessId } = update.business;
    const isKnown = await (update.kind === 'template'
      ? applyTemplateUpdate(update, nowMs)
      : applyAccountUpdate(update, nowMs));
    if (!isKnown) aside.push({ reason: `unknown business (${channel}:${businessId})`, payload: update });
  }
  return aside;
};

/**
 * Splits a delivery: events of known accounts go to the inbound queue in their order, and old messages to the import;
 * news of templates and accounts are applied; unusable updates are quarantined one by one. After a failure the whole
 * delivery is repeated, and the receiving sides deduplicate it.
 */
const forward = async (text: string, receivedAt: number, nowMs: number): Promise<void> => {
  const parsed = parseJson(text);
  if (parsed === undefined) return quarantine(SOURCE, 'not JSON', text, nowMs);
  const updates = splitDelivery(parsed.value, receivedAt);
  const events = updates.filter((update) => update.kind === 'event');
  const histories = updates.filter(
    (update) => update.kind === 'history' || update.kind === 'history-refused',
  );
  const places = await resolveAll([...events, ...histories], nowMs);
  const refused = new Map<string, unknown[]>();
  const messages: QueueMessage[] = [];
  const aside: { reason: string; payload: unknown }[] = updates.filter((update) => update.kind === 'problem');
  const placeOf = (update: EventUpdate | HistoryUpdate | HistoryRefusal) => {
    const place = places.get(accountKey(update));
    if (place !== undefined && !('refused' in place)) return place;
    const reason = `${place?.refused ?? 'unknown account'} (${accountKey(update)})`;
    refused.set(reason, [...(refused.get(reason) ?? []), update]);
    return undefined;
  };
  for (const update of events) {
    const place = placeOf(update);
    if (place === undefined) continue;
    const message = toMessage(update, place, receivedAt);
    if (message === undefined) aside.push({ reason: 'event does not fit its schema', payload: update.event });
    else messages.push(message);
  }
  // First, so that nothing else of the delivery can keep a customer's message back.
  await sendMessages('inbound', true, messages);
  for (const update of histories) {
    const place = placeOf(update);
    if (place === undefined) continue;
    if (update.kind === 'history') await forwardHistory(update, place, receivedAt);
    else log.info('a business does not share its old messages', { connectionId: place.connectionId });
  }
  const news = updates.filter((update) => update.kind === 'template' || update.kind === 'account');
  aside.push(...(await applyNews(news, nowMs)));
  for (const [reason, payload] of refused) aside.push({ reason, payload });
  for (const { reason, payload } of aside) await quarantine(SOURCE, reason, nestedJson(payload), nowMs);
  log.debug('delivery split', {
    events: messages.length,
    aside: aside.length,
    histories: histories.length,
    news: news.length,
    ignored: updates.filter(({ kind }) => kind === 'ignored').length,
  });
};

/** Worker of the queue `meta-webhooks`: splits Meta's deliveries into inbound events. */
export const handler = queueHandler(
  envelopeSchema,
  (delivery, { nowMs }) => openDelivery(delivery, (text) => forward(text, delivery.receivedAt, nowMs)),
  'meta-webhooks',
);
