import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import {
  afterAnsweredBatch,
  afterFailedBatch,
  checkedItems,
} from '../../domain/contact-lists/number-checks.ts';
import { toInstant } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';
import {
  contactListCheckItem,
  loadContactListCheck,
} from '../../repositories/contacts/contact-list-checks.ts';
import {
  contactListItemWrites,
  loadContactListItems,
  ownersOfListedNumbers,
} from '../../repositories/contacts/contact-list-items.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import type { InboundContext } from './ports.ts';

/** Items of one transaction, each with the old and the new marker of its number. */
const ITEMS_AT_ONCE = 25;

/**
 * Applies the provider's answer about the numbers of a list, and sets the time of the next batch. Ignores an answer
 * that is late, or that was applied already. The last transaction ends the batch, so a repeated delivery after a
 * crash applies the rest.
 */
export const takeCheckedNumbers = (
  { table, ids, nowMs }: InboundContext,
  { contactListId, token, result }: InboundEventOf<'numbers-checked'>,
): Promise<void> =>
  retryOnConflict(async () => {
    const [list, check] = await Promise.all([
      loadContactList(table, contactListId),
      loadContactListCheck(table, contactListId),
    ]);
    const batch = check?.batch;
    if (list === undefined || check === undefined || batch?.token !== token) {
      log.info('checked numbers that no list awaits', { contactListId });
      return;
    }
    const isAnswered = result.state === 'answered';
    const after = isAnswered ? afterAnsweredBatch(check, result, nowMs) : afterFailedBatch(check, nowMs);
    const next = { kind: 'contact-list-check', subject: contactListId } as const;
    const ending = [
      contactListCheckItem(table, check, after, nowMs),
      ...promptTimerItems(table, { ...next, dueAt: Date.parse(after.nextAt) }, { ids, nowMs }),
    ];
    if (!isAnswered) return commit(ending);

    const numbers = result.numbers.flatMap(({ result: told }) =>
      told.state === 'reached' ? [told.number] : [],
    );
    const [items, owners] = await Promise.all([
      loadContactListItems(
        table,
        batch.items.map(({ id }) => id),
      ),
      ownersOfListedNumbers(table, contactListId, numbers),
    ]);
    const ownersByNumber = new Map(
      numbers.flatMap((number, index): [string, number][] => {
        const owner = owners[index];
        return owner === undefined ? [] : [[canonicalPhone(number), owner]];
      }),
    );
    const changes = checkedItems(batch, items, result, ownersByNumber, toInstant(nowMs));
    while (changes.length > ITEMS_AT_ONCE)
      await commit(contactListItemWrites(table, contactListId, changes.splice(0, ITEMS_AT_ONCE), nowMs));
    await commit([...contactListItemWrites(table, contactListId, changes, nowMs), ...ending]);
  });
