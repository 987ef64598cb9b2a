import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';

const text = z.string().default('');
const itemSchema = z.object({
  content: text,
  title: text,
  paths: z.array(z.object({ text })).default([]),
});
/** An answer that the bot waits for. */
export const inputSchema = z.object({
  id: z.string(),
  type: z.string(),
  items: z.array(itemSchema).default([]),
  options: z.object({ isMultipleChoice: z.boolean().default(false) }).nullish(),
});
export type Input = z.infer<typeof inputSchema>;

/** The choices of an input, as Typebot recognises them; none if the customer writes freely. */
export const choicesOf = ({ type, items }: Input): string[] => {
  switch (type) {
    case 'choice input':
      return items.map(({ content }) => content).filter((content) => content !== '');
    case 'picture choice input':
      return items.map(({ title }) => title).filter((title) => title !== '');
    case 'cards':
      return items.flatMap(({ paths }) => paths.map((path) => path.text)).filter((path) => path !== '');
    default:
      return [];
  }
};

/** Returns choices as a text, with the number to type for each. */
export const numberedChoices = (choices: readonly string[]): string =>
  choices.map((choice, index) => `[ ${index + 1} ] ${choice}`).join('\n');

/** What is remembered of the input that the bot waits at. */
export interface Asked {
  choices: readonly string[];
  isMultiple: boolean;
}

const SEPARATORS = /[\s,;.]+/;

/** Returns the choice that one word or text means: itself, in any spelling, or by its number. */
const choiceOf = (word: string, choices: readonly string[]): string | undefined => {
  const exact = choices.find((choice) => choice === word);
  if (exact !== undefined) return exact;
  const normal = normalizeForSearch(word);
  const alike = normal === '' ? undefined : choices.find((choice) => normalizeForSearch(choice) === normal);
  return alike ?? (/^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : undefined);
};

/**
 * Returns what Typebot is sent for an answer to choices: it accepts only their exact texts. undefined if the answer
 * means none of them.
 */
export const chosen = (answer: string, { choices, isMultiple }: Asked): string | undefined => {
  const whole = choiceOf(answer.trim(), choices);
  if (whole !== undefined || !isMultiple) return whole;
  const words = answer.split(SEPARATORS).filter((word) => word !== '');
  const found = words.map((word) => choiceOf(word, choices));
  return words.length > 0 && found.every((choice) => choice !== undefined) ? found.join(', ') : undefined;
};
