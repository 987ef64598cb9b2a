import type { ContactListCheck, ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import { channelOf } from '../../channels/channels.ts';
import { checkingConnection } from '../../channels/checking-connection.ts';
import { afterFailedBatch } from '../../domain/contact-lists/number-checks.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { requireDirectory } from '../../platform/directory.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import type { Table } from '../../platform/table/table.ts';
import { isConnected } from '../../repositories/connections/connections.ts';
import {
  contactListCheckItem,
  endContactListCheckItem,
  loadContactListCheck,
} from '../../repositories/contacts/contact-list-checks.ts';
import { listItemsPage } from '../../repositories/contacts/contact-list-items.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import { NOTHING_TO_DO, type TimerHandler, type TimerOutcome } from './timer-handler.ts';

/** Numbers that the provider is asked about at once. */
const BATCH_NUMBERS = 50;
/** How long a batch waits for its connection, and then for its answer. */
const ASKED_MS = 60_000;
const ANSWER_MS = 30_000;
const DOWN_RETRY_MS = 5 * 60_000;
/** Pause before the numbers are asked about again that a pass gave up. */
const NEXT_PASS_MS = 60 * 60_000;
const PAGE_ITEMS = 200;
/** Items that one run examines: 150 read units. */
const EXAMINED_MAX = 2_000;

interface Found {
  unchecked: ContactListItem[];
  /** Items up to this id were examined. */
  afterId: number;
  isEnd: boolean;
}

const findUnchecked = async (table: Table, contactListId: number, fromId: number): Promise<Found> => {
  const found: Found = { unchecked: [], afterId: fromId, isEnd: false };
  for (let examined = 0; examined < EXAMINED_MAX; examined += PAGE_ITEMS) {
    const page = await listItemsPage(table, contactListId, found.afterId, PAGE_ITEMS);
    for (const item of page) {
      if (item.numberState === 'unchecked') found.unchecked.push(item);
      found.afterId = item.id;
      if (found.unchecked.length === BATCH_NUMBERS) return found;
    }
    if (page.length < PAGE_ITEMS) return { ...found, isEnd: true };
  }
  return found;
};

/**
 * Asks the provider about the next unchecked numbers of a list, one batch at a time, which the event `numbers-checked`
 * answers. Waits while the connection is down. Ends when all numbers are checked, and without a connection that can
 * check numbers.
 */
export const checkListNumbers: TimerHandler<'contact-list-check'> = async ({
  system,
  table,
  timer,
  nowMs,
  ids,
}) => {
  const { companyId } = system;
  const contactListId = timer.subject;
  const [list, stored] = await Promise.all([
    loadContactList(table, contactListId),
    loadContactListCheck(table, contactListId),
  ]);
  const end: TimerOutcome =
    stored === undefined ? NOTHING_TO_DO : { items: [endContactListCheckItem(table, stored)] };
  if (list === undefined || list.contacts.unchecked === 0) return end;
  const directory = await requireDirectory(companyId);
  const connection = checkingConnection(directory.connections, list.connectionId);
  if (connection === undefined || !directory.plan.flags.useCampaigns || isExpired(directory, nowMs))
    return end;

  const save = (after: ContactListCheck) => contactListCheckItem(table, stored, after, nowMs);
  if (stored?.batch != null) {
    const untilMs = Date.parse(stored.batch.until);
    if (nowMs < untilMs) return { againAtMs: untilMs };
    const failed = afterFailedBatch(stored, nowMs);
    return { items: [save(failed)], againAtMs: Date.parse(failed.nextAt) };
  }
  const check: ContactListCheck = stored ?? {
    companyId,
    contactListId,
    afterId: timer.data.afterId ?? 0,
    batch: null,
    failures: 0,
    gaveUp: false,
    nextAt: toInstant(nowMs),
  };
  if (nowMs < Date.parse(check.nextAt)) return { againAtMs: Date.parse(check.nextAt), isPrompt: true };
  if (!(await isConnected(table, connection.id))) return { againAtMs: nowMs + DOWN_RETRY_MS };

  const { unchecked, afterId, isEnd } = await findUnchecked(table, contactListId, check.afterId);
  if (unchecked.length === 0) {
    if (!isEnd) return { items: [save({ ...check, afterId })], againAtMs: nowMs, isPrompt: true };
    // The rest is before the place where this pass began, or was given up.
    const isLater = check.gaveUp || check.afterId === 0;
    const items = [save({ ...check, afterId: 0, gaveUp: false })];
    return { items, againAtMs: nowMs + (isLater ? NEXT_PASS_MS : 0), isPrompt: !isLater };
  }
  const token = ids.uuid();
  const waitsUntil = nowMs + ASKED_MS;
  const untilMs = waitsUntil + ANSWER_MS;
  const batch = {
    token,
    items: unchecked.map(({ id, number }) => ({ id, number })),
    until: toInstant(untilMs),
  };
  const command: ChannelCommand = {
    v: 1,
    type: 'check-numbers',
    companyId,
    connectionId: connection.id,
    contactListId,
    token,
    numbers: [...new Set(unchecked.map(({ number }) => number))],
    waitsUntil,
  };
  const call = channelOf(connection).inBulk.call(command, `list-${contactListId}`);
  return {
    items: [save({ ...check, batch }), outboxItem(table, call, { ids, nowMs })],
    againAtMs: untilMs,
  };
};
