/** `{{key}}` or `{{{key}}}`; keys are the administrators' own words. */
const PLACEHOLDER = /\{\{\{?([^{}]{1,60})\}\}\}?/g;
/** The names that the general formatter knows have this form. */
const GENERAL = /^\w{1,40}$/;

/** Maximum length of one answer: longer ones are cut. */
export const VARIABLE_MAX_CHARS = 500;
/** Maximum length of all answers together. They are stored with the ticket, which each message writes. */
export const VARIABLES_MAX_CHARS = 6_000;

type Variables = Readonly<Record<string, string>>;

/**
 * Fills a text: first the customer's answers, and whatever is between them by `fill`. Placeholders inside an answer stay
 * as they are, so a customer's words are never expanded.
 */
export const fillVariables = (text: string, variables: Variables, fill: (text: string) => string): string => {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    const key = found[1]?.trim() ?? '';
    if (!Object.hasOwn(variables, key)) continue;
    parts.push(fill(text.slice(from, found.index)), variables[key] ?? '');
    from = found.index + found[0].length;
  }
  parts.push(fill(text.slice(from)));
  return parts.join('');
};

/** Returns the value of a variable: an answer, or a general placeholder; '' for an unknown one. */
export const variableOf = (key: string, variables: Variables, fill: (text: string) => string): string => {
  if (Object.hasOwn(variables, key)) return variables[key] ?? '';
  return GENERAL.test(key) ? fill(`{{${key}}}`) : '';
};

/**
 * Returns the variables with one more answer, which replaces an earlier one of its key. It is cut to the limits, and left
 * out without room.
 */
export const withAnswer = (variables: Variables, key: string, answer: string): Record<string, string> => {
  const others = Object.entries(variables).filter(([other]) => other !== key);
  const used = others.reduce((sum, [other, value]) => sum + other.length + value.length, key.length);
  const room = Math.min(VARIABLE_MAX_CHARS, VARIABLES_MAX_CHARS - used);
  return Object.fromEntries(room > 0 ? [...others, [key, answer.slice(0, room)]] : others);
};
