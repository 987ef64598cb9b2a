import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { isFollowedUp, type PlannedPerson } from '../../domain/campaigns/plan-receivers.ts';
import { TaggedContact } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadTag } from '../organisation/tags.ts';
import { listedPeople } from './listed-people.ts';
import { receiversPage } from './receivers.ts';
import { peopleOf } from './segment-people.ts';

/** A page of the people that a campaign is for, if it is not for those of a segment. */
interface PeoplePage {
  people: PlannedPerson[];
  /** The plan continues behind it. */
  through: number;
  isLast: boolean;
}

/** Receivers of an earlier campaign. `place` is the position behind each. */
const followedPeople = async (
  table: Table,
  { campaignId, who }: NonNullable<Campaign['followUp']>,
  from: number,
  limit: number,
): Promise<PeoplePage> => {
  const { rows, next } = await receiversPage(table, { campaignId, from, limit, consistent: true });
  const people = rows
    .filter((receiver) => isFollowedUp(receiver, who))
    .map(({ position, name, number, email, contactId }) => ({
      place: position + 1,
      name,
      number,
      email,
      contactId,
      numberState: 'unchecked' as const,
      isUnwilling: false,
    }));
  return { people, through: from + rows.length, isLast: next === undefined };
};

const taggedPeople = async (
  table: Table,
  tagId: number,
  after: number,
  limit: number,
): Promise<PeoplePage | undefined> => {
  if ((await loadTag(table, tagId)) === undefined) return undefined;
  const { pk } = keys.taggedContact({ tag: { id: tagId }, contactId: 0 });
  const where = { pk, limit, maxExamined: limit, pageSize: limit, consistent: true };
  const { rows } = await table.query(TaggedContact, {
    ...where,
    ...(after === 0 ? {} : { after: keys.taggedContact({ tag: { id: tagId }, contactId: after }).sk }),
  });
  const people = await peopleOf(
    table,
    rows.map(({ contactId }) => contactId),
  );
  return { people, through: rows.at(-1)?.contactId ?? after, isLast: rows.length < limit };
};

/**
 * Returns the next people that a campaign is for: of the campaign that it repeats, of its tag, or of its list; undefined
 * if the tag or list is gone. A page of 500 costs about 40 read units of a list, and 250 of a tag.
 * @param after where the plan has come to
 */
export const nextPeople = async (
  table: Table,
  { followUp, tagId, contactListId }: Pick<Campaign, 'followUp' | 'tagId' | 'contactListId'>,
  after: number,
  limit: number,
): Promise<PeoplePage | undefined> => {
  if (followUp !== null) return followedPeople(table, followUp, after, limit);
  if (tagId !== null) return taggedPeople(table, tagId, after, limit);
  if (contactListId === null) return undefined;
  const people = await listedPeople(table, contactListId, after, limit);
  return people === undefined
    ? undefined
    : { people, through: people.at(-1)?.place ?? after, isLast: people.length < limit };
};
