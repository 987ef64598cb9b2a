import type { Message, MessageChange, Vote } from '@prosa/shared/entities/message.ts';
import { pollSchema } from '@prosa/shared/messaging/stored-content.ts';
import { datedAfter } from '../dated-change.ts';

export type VoteChange = Extract<MessageChange, { type: 'vote' }>;
type Voted = Pick<Vote, 'by' | 'at' | 'arrival'>;

/** Maximum number of voters of one poll: about the members of the largest group. The list must fit into its row. */
const MAX_VOTES = 1000;
/** Maximum number of votes that wait for their poll. They hold texts, and must fit into the marker's row. */
const MAX_PARKED = 10;

/** Whether two votes are of one person, who may be known by several ids. */
const isSameVoter = (a: Voted, b: Voted): boolean => a.by.some((id) => b.by.includes(id));

/** Returns the votes with a vote in place of its voter's earlier one; undefined if it has no effect, or is one too many. */
const replaced = <T extends Voted>(votes: readonly T[], vote: T, most: number): T[] | undefined => {
  const earlier = votes.filter((other) => isSameVoter(other, vote));
  const newest = earlier.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  const dated = datedAfter(newest, vote);
  const others = votes.filter((other) => !isSameVoter(other, vote));
  if (dated === undefined || others.length >= most) return undefined;
  const { at, arrival, isNewest } = dated;
  return [...others, { ...(isNewest || newest === undefined ? vote : newest), at, arrival }];
};

/** Returns the positions of texts among a poll's options, each once and in order; other texts are left out. */
const positionsOf = (texts: readonly string[], options: readonly string[]): number[] =>
  options.flatMap((option, index) =>
    texts.includes(option) && options.indexOf(option) === index ? [index] : [],
  );

/**
 * Returns the votes of a poll after a vote. undefined if the vote changes nothing: it is a repetition or older than the
 * known one, the message is no poll, or the poll has too many voters.
 */
export const votesAfter = (
  { votes, dataJson }: Pick<Message, 'votes' | 'dataJson'>,
  { texts, vote }: VoteChange,
): Vote[] | undefined => {
  const poll = pollSchema.safeParse(dataJson);
  if (!poll.success) return undefined;
  return replaced(votes, { ...vote, options: positionsOf(texts, poll.data.options) }, MAX_VOTES);
};

/** Returns the votes that wait for their poll after a vote: the newest of each voter, ten voters at most. */
export const parkedVotes = (parked: readonly VoteChange[], change: VoteChange): VoteChange[] => {
  const waiting = parked.map(({ vote, texts }) => ({ ...vote, texts }));
  const next = replaced(waiting, { ...change.vote, texts: change.texts }, MAX_PARKED);
  return next === undefined ? [...parked] : next.map(({ texts, ...vote }) => ({ type: 'vote', texts, vote }));
};
