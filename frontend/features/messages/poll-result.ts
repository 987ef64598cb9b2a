import type { MessageView } from '@prosa/shared/contracts/messages.ts';

/** The result of one option of a poll. */
export interface OptionResult {
  option: string;
  count: number;
  /** Share of the voters who chose it, from 0 to 1. */
  share: number;
  /** Whether the company's own phone chose it. */
  isOurs: boolean;
  /** Names of the voters, in groups. */
  names: readonly string[];
}

/** Returns the result of each option of a poll, in the poll's order. */
export const pollResult = (options: readonly string[], votes: MessageView['votes']): OptionResult[] =>
  options.map((option, position) => {
    const chosenBy = votes.filter((vote) => vote.options.includes(position));
    return {
      option,
      count: chosenBy.length,
      share: votes.length === 0 ? 0 : chosenBy.length / votes.length,
      isOurs: chosenBy.some(({ fromMe }) => fromMe),
      names: chosenBy.flatMap(({ name }) => (name === '' ? [] : [name])),
    };
  });
