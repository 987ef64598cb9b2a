import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { contactTurns } from '../domain/turns/contact-turns.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { TaggedContact } from '../platform/table/entities/contacts.ts';
import { keys } from '../platform/table/keys.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Page, Table } from '../platform/table/table.ts';
import { commitContactChange } from './commit-turn.ts';
import { loadContactWithConversations, loadShownTickets } from './contacts.ts';
import { loadTag, type TagRow } from './tags.ts';

/** Rows read at once, of a quarter of a kilobyte. */
const PAGE = 200;
const PARALLEL = 5;

/** A page of the contacts with a tag, by name. One query. */
export const readTaggedContacts = (
  table: Table,
  tagId: number,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Page<{ contactId: number; normalizedName: string }>> =>
  table.query(TaggedContact, {
    index: 'g1',
    pk: keys.taggedContactByName({ tagId, normalizedName: '', contactId: 0 }).pk,
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
  });

export const tagRefOf = ({ id, name, color }: TagRow): TagRef => ({ id, name, color });

const isSame = (a: TagRef, b: TagRef | undefined): boolean => a.name === b?.name && a.color === b.color;

interface Ports {
  ids: Ids;
  clock: Clock;
  /** Epoch milliseconds at which to stop and leave the rest to another call. */
  untilMs: number;
}

/** Gives a contact a tag as it is called now, or takes one that is gone. */
const refresh = (table: Table, contactId: number, tagId: number, ports: Ports): Promise<void> =>
  retryOnConflict(async () => {
    const [loaded, tag] = await Promise.all([
      loadContactWithConversations(table, contactId),
      loadTag(table, tagId),
    ]);
    if (loaded === undefined) return;
    const { contact, conversations } = loaded;
    const now = tag === undefined ? undefined : tagRefOf(tag);
    const tags = contact.tags.flatMap((ref) => (ref.id === tagId ? (now ?? []) : [ref]));
    if (tags.length === contact.tags.length && tags.every((ref, at) => isSame(ref, contact.tags[at]))) return;
    const turns = contactTurns(contact, { ...contact, tags }, await loadShownTickets(table, conversations));
    await commitContactChange(table, turns, { ids: ports.ids, nowMs: ports.clock.now() });
  });

/**
 * Has the contacts of a tag show it as it is called now, or no longer where it is gone. Reads their rows, and changes the
 * contacts of those that are behind.
 * @returns whether all are done; if not, call again
 */
export const refreshTaggedContacts = async (table: Table, tagId: number, ports: Ports): Promise<boolean> => {
  const tag = await loadTag(table, tagId);
  const now = tag === undefined ? undefined : tagRefOf(tag);
  let after: string | undefined;
  do {
    const page = await table.query(TaggedContact, {
      pk: keys.taggedContact({ tag: { id: tagId }, contactId: 0 }).pk,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    const behind = page.rows.filter((row) => !isSame(row.tag, now));
    for (let start = 0; start < behind.length; start += PARALLEL) {
      if (ports.clock.now() >= ports.untilMs) return false;
      await Promise.all(
        behind.slice(start, start + PARALLEL).map(({ contactId }) => refresh(table, contactId, tagId, ports)),
      );
    }
    after = page.next;
  } while (after !== undefined);
  return true;
};
