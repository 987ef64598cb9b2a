import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { watchedAnew } from '../domain/engine/watch.ts';
import { inLane } from '../domain/tickets/in-lane.ts';
import { contactTurns } from '../domain/turns/contact-turns.ts';
import { instantOf, turnOn, withTicket } from '../domain/turns/turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { TaggedContact } from '../platform/table/entities/contacts.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Page, Table } from '../platform/table/table.ts';
import { loadContactWithConversations, loadShownTickets } from '../repositories/contacts/contacts.ts';
import { forgetLaneReferences } from '../repositories/organisation/lane-references.ts';
import { loadTag, type TagRow } from '../repositories/organisation/tags.ts';
import { loadTicket, type TicketRow } from '../repositories/tickets/tickets.ts';
import { act } from './act.ts';
import { asSystem } from './actor.ts';
import { commitContactChange } from './commit-turn.ts';
import { directoryOf, emptyScene } from './scene.ts';

/** Rows per read, of a quarter of a kilobyte each. */
const PAGE = 200;
const PARALLEL = 5;

/** Returns a page of the contacts with a tag, by name. One query. */
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
  /** Epoch milliseconds at which to stop; a further call does the rest. */
  untilMs: number;
}

/**
 * Runs a step for each entry, a few in parallel, until the time is over. @returns whether all entries were processed
 */
const forEachInTime = async <T>(
  all: readonly T[],
  { clock, untilMs }: Ports,
  step: (one: T) => Promise<void>,
): Promise<boolean> => {
  for (let start = 0; start < all.length; start += PARALLEL) {
    if (clock.now() >= untilMs) return false;
    await Promise.all(all.slice(start, start + PARALLEL).map(step));
  }
  return true;
};

/** Updates a tag's name on a contact, or removes a deleted tag. */
const refreshContact = (table: Table, contactId: number, tagId: number, ports: Ports): Promise<void> =>
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
 * Updates the name of a ticket's column, or takes the ticket out of a deleted column; sets its timer if the column's rules
 * make it due earlier.
 */
const refreshTicket = async (table: Table, ticketId: number, tagId: number, ports: Ports): Promise<void> => {
  const directory = await directoryOf(table);
  const actor = asSystem(directory);
  const open = async () => {
    const [ticket, tag] = await Promise.all([loadTicket(table, ticketId), loadTag(table, tagId)]);
    return { ...emptyScene(actor), ticket, tag };
  };
  await act(ports, open, ({ ticket, tag }, _world, moment) => {
    if (ticket?.laneId !== tagId) return undefined;
    const after = inLane(ticket, tag, instantOf(moment));
    return after === ticket
      ? watchedAnew(ticket, directory, moment)
      : withTicket(turnOn(ticket), () => after);
  });
};

/** Updates the tickets in a column of the board: those that it shows, and those that it does not, such as closed ones. */
const followLane = async (table: Table, tagId: number, now: TagRef | undefined, ports: Ports) => {
  const directory = await directoryOf(table);
  const isBehind = (ticket: TicketRow): boolean => {
    const [shown] = ticket.tags;
    const moment = { ids: ports.ids, nowMs: ports.clock.now() };
    return shown === undefined || !isSame(shown, now) || watchedAnew(ticket, directory, moment) !== undefined;
  };
  const place = { laneId: tagId, activityAt: '', id: 0 };
  for (const status of ['open', 'closed'] as const) {
    let after: string | undefined;
    do {
      const page = await table.query(Ticket, {
        index: 'g4',
        pk: keys.ticketByLane({ ...place, status }).pk,
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      const behind = page.rows.filter(isBehind);
      if (!(await forEachInTime(behind, ports, ({ id }) => refreshTicket(table, id, tagId, ports))))
        return false;
      after = page.next;
    } while (after !== undefined);
  }
  return true;
};

/** Updates the contacts of a tag. Reads their index rows, and changes the contacts with stale ones. */
const followContacts = async (table: Table, tagId: number, now: TagRef | undefined, ports: Ports) => {
  let after: string | undefined;
  do {
    const page = await table.query(TaggedContact, {
      pk: keys.taggedContact({ tag: { id: tagId }, contactId: 0 }).pk,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    const behind = page.rows.filter((row) => !isSame(row.tag, now));
    const step = ({ contactId }: { contactId: number }) => refreshContact(table, contactId, tagId, ports);
    if (!(await forEachInTime(behind, ports, step))) return false;
    after = page.next;
  } while (after !== undefined);
  return true;
};

/**
 * Updates everything that shows a tag after a change or deletion of the tag: contacts, and tickets in a column of the
 * board. After the deletion of a column, also the columns that name it.
 * @returns whether all are done; if not, call again
 */
export const followTag = async (table: Table, tagId: number, ports: Ports): Promise<boolean> => {
  const tag = await loadTag(table, tagId);
  const now = tag === undefined ? undefined : tagRefOf(tag);
  if (tag === undefined) {
    const { companyId } = await directoryOf(table);
    await forgetLaneReferences(table, companyId, tagId, ports.clock.now());
  }
  return (
    (await followContacts(table, tagId, now, ports)) &&
    // A tag of contacts has no tickets: two queries return none.
    (await followLane(table, tagId, now, ports))
  );
};
