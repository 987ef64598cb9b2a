import type { TicketStatus } from '../../entities/ticket-terms.ts';
import { normalizeForSearch, searchWords } from '../normalize-for-search.ts';
import { userRatingOf } from '../rating.ts';
import { localDay } from '../zone-format.ts';
import type { FilterTerm, TicketFilter } from './ticket-filter.ts';

/**
 * What a filter needs to know of a ticket. A field that is left out is not known yet: an index entry or an attendance
 * knows only some of them.
 */
export interface FilterSubject {
  id?: number;
  status?: TicketStatus;
  queueId?: number | null;
  userId?: number | null;
  connectionId?: number | null;
  contactId?: number;
  /** Tags of the contact. */
  tagIds?: readonly number[];
  laneId?: number | null;
  isUnread?: boolean;
  /** Epoch milliseconds. */
  createdAtMs?: number;
  activeAtMs?: number;
  /** Null while it is not closed. */
  closedAtMs?: number | null;
  /** Points, 0 to 10; null without a rating. */
  rate?: number | null;
  /** 1 to 5, used if `rate` is not known; null without a rating. A ticket stores only this. */
  userRating?: number | null;
  /** The contact as the viewer sees it. */
  contact?: { name: string; number: string };
}

/** The surroundings in which days and ages are computed. */
export interface FilterMoment {
  timeZone: string;
  nowMs: number;
}

/** Whether something matches; undefined if the subject does not know enough. */
type Verdict = boolean | undefined;

const MINUTE_MS = 60_000;

const has = <T>(wanted: readonly T[], value: T | undefined): Verdict =>
  value === undefined ? undefined : wanted.includes(value);

const isWithin = (
  ms: number | null | undefined,
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
): Verdict => {
  if (ms === undefined) return undefined;
  if (ms === null) return false;
  const day = localDay(timeZone, ms);
  return (from === null || day >= from) && (to === null || day <= to);
};

/** Compares in whole minutes of the clock, because index entries know no more of a time. */
const isAged = (
  ms: number | undefined,
  { over, under }: { over: number | null; under: number | null },
  nowMs: number,
): Verdict => {
  if (ms === undefined) return undefined;
  const minutes = Math.floor(nowMs / MINUTE_MS) - Math.floor(ms / MINUTE_MS);
  return (over === null || minutes > over) && (under === null || minutes < under);
};

const hasWords = ({ id, contact }: FilterSubject, text: string): Verdict => {
  if (contact === undefined || id === undefined) return undefined;
  const name = normalizeForSearch(contact.name);
  return searchWords(text).every(
    (word) => name.includes(word) || contact.number.includes(word) || word === String(id),
  );
};

const isRated = (
  { rate, userRating }: FilterSubject,
  { from, to }: { from: number; to: number },
): Verdict => {
  if (rate !== undefined) return rate !== null && rate >= from && rate <= to;
  if (userRating === undefined) return undefined;
  return userRating !== null && userRating >= userRatingOf(from) && userRating <= userRatingOf(to);
};

const matchesTerm = (
  subject: FilterSubject,
  term: FilterTerm,
  { timeZone, nowMs }: FilterMoment,
): Verdict => {
  switch (term.field) {
    case 'status':
      return has(term.oneOf, subject.status);
    case 'queue':
      return has(term.oneOf, subject.queueId);
    case 'attendant':
      return has(term.oneOf, subject.userId);
    case 'connection':
      return has(term.oneOf, subject.connectionId);
    case 'contact':
      return has(term.oneOf, subject.contactId);
    case 'column':
      return has(term.oneOf, subject.laneId);
    case 'tag': {
      const { tagIds } = subject;
      if (tagIds === undefined) return undefined;
      return term.oneOf.some((id) => (id === null ? tagIds.length === 0 : tagIds.includes(id)));
    }
    case 'unread':
      return subject.isUnread;
    case 'created':
      return isWithin(subject.createdAtMs, term, timeZone);
    case 'active':
      return isWithin(subject.activeAtMs, term, timeZone);
    case 'closed':
      return isWithin(subject.closedAtMs, term, timeZone);
    case 'age':
      return isAged(subject.createdAtMs, term, nowMs);
    case 'idle':
      return isAged(subject.activeAtMs, term, nowMs);
    case 'words':
      return hasWords(subject, term.text);
    case 'rating':
      return isRated(subject, term);
  }
};

/**
 * Whether a ticket matches a filter: true or false as soon as the known fields decide it, whatever the unknown ones
 * are; undefined if they do not. Used by the server's pages and counts, and by the browser's live lists.
 */
export const matchesFilter = (
  subject: FilterSubject,
  filter: TicketFilter,
  moment: FilterMoment,
): boolean | undefined => {
  if ('all' in filter) {
    const verdicts = filter.all.map((part) => matchesFilter(subject, part, moment));
    return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;
  }
  if ('any' in filter) {
    const verdicts = filter.any.map((part) => matchesFilter(subject, part, moment));
    return verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;
  }
  if ('not' in filter) {
    const verdict = matchesFilter(subject, filter.not, moment);
    return verdict === undefined ? undefined : !verdict;
  }
  return matchesTerm(subject, filter, moment);
};
