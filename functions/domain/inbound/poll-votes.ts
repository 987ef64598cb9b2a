import type { Message, MessageChange, Vote } from '@prosa/shared/entities/message.ts';
import { pollSchema } from '@prosa/shared/messaging/stored-content.ts';

export type VoteChange = Extract<MessageChange, { type: 'vote' }>;
type Voted = Pick<Vote, 'by' | 'at'>;

/** Maximum number of voters of one poll: about the members of the largest group. The list must fit into its row. */
const MAX_VOTES = 1000;
/** Maximum number of votes that wait for their poll. They hold texts, and must fit into the marker's row. */
const MAX_PARKED = 10;

/** Whether two votes are of one person, who may be known by several ids. */
const isSameVoter = (a: Voted, b: Voted): boolean => a.by.some((id) => b.by.includes(id));

/** Returns the votes with a vote in place of its voter's earlier one; undefined if it is older, or one too many. */
const replaced = <T extends Voted>(votes: readonly T[], vote: T, most: number): T[] | undefined => {
  const earlier = votes.filter((other) => isSameVoter(other, vote));
  if (earlier.some(({ at }) => at > vote.at)) return undefined;
  const others = votes.filter((other) => !isSameVoter(other, vote));
  return others.length >= most ? undefined : [...others, vote];
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
  const options = positionsOf(texts, poll.data.options);
  const isKnown = votes.some(
    (other) => isSameVoter(other, vote) && other.at === vote.at && other.options.join() === options.join(),
  );
  return isKnown ? undefined : replaced(votes, { ...vote, options }, MAX_VOTES);
};

/** Returns the votes that wait for their poll after a vote: the newest of each voter, ten voters at most. */
export const parkedVotes = (parked: readonly VoteChange[], change: VoteChange): VoteChange[] => {
  const waiting = parked.map((one) => ({ ...one.vote, change: one }));
  const next = replaced(waiting, { ...change.vote, change }, MAX_PARKED);
  return next === undefined ? [...parked] : next.map((one) => one.change);
};
