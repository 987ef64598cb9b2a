import type { FlowPhrase } from '@prosa/shared/entities/flow.ts';
import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';

/** A phrase of so few characters has to be whole words: otherwise "oi" would be found in "oito". */
const SHORT_CHARS = 3;

/**
 * Whether words contain a phrase. It begins with a word, and may end within one, so that "pedido" is found in "pedidos";
 * both are normalised.
 */
const contains = (said: string, wanted: string): boolean =>
  ` ${said} `.includes(wanted.length <= SHORT_CHARS ? ` ${wanted} ` : ` ${wanted}`);

/** Phrases without letters and digits, such as emoji, are compared as they are. */
const isIn = ({ phrase, match }: FlowPhrase, text: string): boolean => {
  const wanted = comparableText(phrase);
  if (wanted === '')
    return (
      phrase.trim() !== '' &&
      (match === 'exact' ? text.trim() === phrase.trim() : text.includes(phrase.trim()))
    );
  const said = comparableText(text);
  return match === 'exact' ? said === wanted : contains(said, wanted);
};

/** The phrase that fits best comes first: an exact one, then the longest, then the oldest. */
const better = (a: FlowPhrase, b: FlowPhrase): number =>
  Number(b.match === 'exact') - Number(a.match === 'exact') ||
  b.phrase.length - a.phrase.length ||
  a.id - b.id;

/** Returns the phrases that start flows on a connection: those that are switched on, of this connection or of all. */
export const phrasesInForce = (phrases: readonly FlowPhrase[], connectionId: number): FlowPhrase[] =>
  phrases.filter(({ status, connectionId: only }) => status && (only === null || only === connectionId));

/**
 * Returns the flows whose phrases are in a customer's texts, the best match first. Phrases that are off, or of another
 * connection, do not count; neither do case, accents and punctuation.
 */
export const flowsOfPhrases = (
  phrases: readonly FlowPhrase[],
  texts: readonly string[],
  connectionId: number,
): number[] => {
  const inForce = phrasesInForce(phrases, connectionId);
  const found = inForce.filter((phrase) => texts.some((text) => isIn(phrase, text)));
  return [...new Set(found.toSorted(better).map(({ flowId }) => flowId))];
};
