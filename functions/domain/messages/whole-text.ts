import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';
import { isGreeting } from './greeting.ts';

/**
 * Length in characters from which a text is a whole message: two lines on a phone. Customers who split a message send
 * parts of a few words, and writing this much takes about ten seconds.
 */
const LONG_CHARS = 80;
/** Emoji, quotation marks, brackets and spaces after an end mark. */
const AFTER_MARK = /[\p{S}\p{M}\p{Cf}\p{Pe}\p{Pf}"'\s]+$/u;
/** A single full stop, or exclamation and question marks. Several full stops tell that more follows. */
const END_MARK = /(?:[!?]|(?<!\.)\.)$/u;

const isEnded = (text: string): boolean =>
  comparableText(text) !== '' && END_MARK.test(text.replace(AFTER_MARK, ''));

/**
 * Returns whether a customer has probably said everything with a first text: it only greets, it ends with an end mark,
 * or it is long. More parts are likely to follow all other texts.
 */
export const isWholeText = (body: string): boolean => {
  const text = body.trim();
  return text.length >= LONG_CHARS || isGreeting(text) || isEnded(text);
};
