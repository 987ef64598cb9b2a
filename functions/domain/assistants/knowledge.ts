import { type KnowledgeSource, SOURCES_MAX } from '@prosa/shared/entities/assistant-knowledge.ts';
import { type KnowledgeEntry, sourceOf } from './knowledge-entry.ts';
import type { Line } from './question.ts';
import { both, rankEntries } from './rank-entries.ts';
import { tellingNumbers, tellingWords } from './telling-words.ts';

/** Entries that one question gets. */
const GIVEN_MAX = 5;
/** Messages of the customer by which entries are chosen, the newest. */
const ASKED_LINES = 3;
/** Words that an answer shares with an entry on which it rests, if it shares no number. */
const SHARED_WORDS = 2;

/** Of equal rank, a correction comes first. */
const ORDER: Readonly<Record<KnowledgeEntry['kind'], number>> = {
  correction: 0,
  quickMessage: 1,
  fileList: 2,
};

/**
 * Returns the entries that fit the newest messages of the customer best, at most five, the best first. A word counts
 * more the fewer entries have it. Entries that share no telling word and no number with the messages are left out.
 */
export const chooseKnowledge = (
  entries: readonly KnowledgeEntry[],
  lines: readonly Line[],
): KnowledgeEntry[] => {
  const asked = lines
    .filter(({ by }) => by === 'customer')
    .slice(-ASKED_LINES)
    .map(({ text }) => text)
    .join('\n');
  return rankEntries(entries, asked, (a, b) => ORDER[a.kind] - ORDER[b.kind]).slice(0, GIVEN_MAX);
};

/**
 * Returns the entries on which an answer rests, at most three, the best first: those of which it repeats at least two
 * telling words or a number. None: the answer comes from the instructions.
 * @param given the entries that the question had
 */
export const sourcesOf = (answer: string, given: readonly KnowledgeEntry[]): KnowledgeSource[] => {
  const words = tellingWords(answer);
  const numbers = tellingNumbers(answer);
  return given
    .map((entry) => ({
      entry,
      words: both(words, tellingWords(entry.text)).length,
      numbers: both(numbers, tellingNumbers(entry.text)).length,
    }))
    .filter((shared) => shared.words >= SHARED_WORDS || shared.numbers > 0)
    .toSorted((a, b) => b.words + SHARED_WORDS * b.numbers - (a.words + SHARED_WORDS * a.numbers))
    .slice(0, SOURCES_MAX)
    .map(({ entry }) => sourceOf(entry));
};
