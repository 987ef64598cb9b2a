import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';
import { withoutTail } from '@prosa/shared/rules/without-tail.ts';
import { isGreeting } from './greeting.ts';

/**
 * Length in characters from which a text is a whole message: two lines on a phone. Customers who split a message send
 * parts of a few words, and writing this much takes about ten seconds.
 */
const LONG_CHARS = 80;
/** A character that may follow an end mark: emoji, also half of one, quotation marks, brackets and spaces. */
const AFTER_MARK = /[\p{S}\p{Cs}\p{M}\p{Cf}\p{Pe}\p{Pf}"'\s]/u;
/** A single full stop, or exclamation and question marks. Several full stops tell that more follows. */
const END_MARK = /(?:[!?]|(?<!\.)\.)$/u;

const isEnded = (text: string): boolean =>
  comparableText(text) !== '' && END_MARK.test(withoutTail(text, (char) => AFTER_MARK.test(char)));

/**
 * Returns whether a customer has probably said everything with a first text: it only greets, it ends with an end mark,
 * or it is long. More parts are likely to follow all other texts.
 */
export const isWholeText = (body: string): boolean => {
  const text = body.trim();
  return text.length >= LONG_CHARS || isGreeting(text) || isEnded(text);
};
