import type { QuickMessage as QuickMessageFields } from '@prosa/shared/entities/quick-message.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { mergeRuns } from '../../domain/tickets/merge-runs.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { QuickMessage } from '../../platform/table/entities/quick-messages.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import { type UniqueKind, uniqueItems } from '../rows/unique-values.ts';

export type QuickMessageRow = Row<typeof QuickMessage>;

/** Returns a quick message. One consistent read. */
export const loadQuickMessage = (table: Table, id: number): Promise<QuickMessageRow | undefined> =>
  table.get(QuickMessage, { id }, { consistent: true });

const placeOf = ({ shortcode, id }: QuickMessageRow): string =>
  keys.sharedQuickMessages({ shortcode: normalizeForSearch(shortcode), id }).sk;

/**
 * Maximum of rows examined per query. Rows with texts of 250 characters have half a kilobyte, so eight of them cost
 * half a unit.
 */
const MAX_EXAMINED = 60;

/**
 * Returns a user's own and the shared quick messages by shortcode: two queries, each of as many rows as the page. A
 * search examines 60 rows of each, about nine read units; then the page ends and reports more.
 */
export const readQuickMessages = async (
  table: Table,
  userId: number,
  options: {
    /** Prefix of the shortcode, or words anywhere in shortcode and text; normalised. */
    prefix?: string;
    search?: string;
    after?: string | undefined;
    limit: number;
    isOffered?: boolean;
  },
): Promise<Page<QuickMessageRow>> => {
  const { prefix = '', search = '', after, limit, isOffered = false } = options;
  const place = { shortcode: '', id: 0 };
  const runs = await Promise.all(
    [keys.sharedQuickMessages(place), keys.ownQuickMessages({ userId, ...place })].map(({ pk }) =>
      table.query(QuickMessage, {
        index: 'g1',
        pk,
        ...(after === undefined ? {} : { after }),
        ...(prefix === '' ? {} : { prefix }),
        limit,
        lookAhead: true,
        maxExamined: MAX_EXAMINED + 1,
        filter: ({ active, shortcode, message }) =>
          (active || !isOffered) && normalizeForSearch(`${shortcode} ${message}`).includes(search),
        ...(search === '' ? {} : { pageSize: MAX_EXAMINED + 1 }),
      }),
    ),
  );
  return mergeRuns(runs, placeOf, 'asc', limit);
};

/** Returns the unique value of a quick message: among the shared ones, or among a user's private ones. */
const markerOf = ({ isShared, userId, shortcode }: QuickMessageFields): [UniqueKind, string] => {
  const value = uniqueName(shortcode);
  return isShared ? ['sharedShortcode', value] : ['ownShortcode', `${userId} ${value}`];
};

/**
 * Returns the values that must not exist yet: a shared quick message, or one of the author, with the same shortcode.
 */
const othersOf = (quick: QuickMessageFields, writerId: number): [UniqueKind, string][] => {
  const value = uniqueName(quick.shortcode);
  const people = new Set([writerId, quick.userId]);
  return [
    ['sharedShortcode', value],
    ...[...people].map((id): [UniqueKind, string] => ['ownShortcode', `${id} ${value}`]),
  ];
};

/**
 * Returns the writes that create, change or remove a quick message, with its markers and the removal of a discarded
 * file. A shortcode is refused if its owner or the current editor would see another quick message with it. Private
 * quick messages of colleagues do not count, because a refusal would reveal them.
 * @param before as read; its version guards the write
 */
export const quickMessageItems = (
  table: Table,
  before: QuickMessageRow | undefined,
  after: QuickMessageFields | undefined,
  { writerId, ids, nowMs }: { writerId: number; ids: Ids; nowMs: number },
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no quick message');
  const held = before === undefined ? undefined : markerOf(before);
  const taken = after === undefined ? undefined : markerOf(after);
  const isSame = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
    a?.[0] === b?.[0] && a?.[1] === b?.[1];
  const markers = isSame(held, taken)
    ? []
    : [
        ...(held === undefined ? [] : uniqueItems(table, held[0], id, { before: held[1] }, nowMs)),
        ...(taken === undefined ? [] : uniqueItems(table, taken[0], id, { after: taken[1] }, nowMs)),
        ...(after === undefined ? [] : othersOf(after, writerId))
          .filter((other) => !isSame(other, held) && !isSame(other, taken))
          .map(([kind, value]) => table.check(Unique, { kind, value }, 'absent')),
      ];
  const released = before?.media?.key;
  return [
    after === undefined
      ? table.delete(QuickMessage, { id }, before?.version)
      : table.put(
          QuickMessage,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...markers,
    ...(released === undefined || released === after?.media?.key
      ? []
      : [
          setTimerItem(
            table,
            {
              kind: 'file-removal',
              subject: released,
              dueAt: nowMs + FILE_REMOVAL_AFTER_MS,
              data: { quickMessageId: id },
            },
            { ids, nowMs },
          ),
        ]),
  ];
};
