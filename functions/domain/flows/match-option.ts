import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';

interface Option {
  number: number;
  value: string;
}

const NUMBER = /^\d{1,2}$/;

/**
 * Returns the option of a menu that a customer's words choose: the words of the option, or its number, also as it is
 * shown (`[ 2 ]`); undefined for anything else. Case, accents and punctuation do not count.
 */
export const matchOption = <O extends Option>(options: readonly O[], typed: string): O | undefined => {
  const words = comparableText(typed);
  if (words === '') return options.find(({ value }) => value.trim() !== '' && value.trim() === typed.trim());
  return (
    options.find(({ value }) => comparableText(value) === words) ??
    (NUMBER.test(words) ? options.find(({ number }) => number === Number(words)) : undefined) ??
    // A channel that shows choices as rows or buttons may send number and words.
    options.find(({ number, value }) => `${number} ${comparableText(value)}` === words)
  );
};

/** Returns a menu as text: the text, a blank line, and a line for each option with its number. */
export const menuText = (text: string, options: readonly Option[]): string =>
  [text, options.map(({ number, value }) => `[ ${number} ] ${value}`).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
