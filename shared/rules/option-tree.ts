/**
 * Maximum number of options of a tree: more than a customer reads, and far below the table's limit of 400 kB for an
 * item.
 */
export const OPTIONS_MAX = 200;
/** Maximum number of characters of all names and messages of a tree together. */
export const OPTIONS_TEXT_MAX = 100_000;
/** Maximum number of levels: a JSON body has at most 20 (S-36), and each of these takes two. */
export const OPTION_DEPTH_MAX = 9;

interface Option {
  name: string;
  greetingMessage: string;
  options: readonly Option[];
}

export type TreeProblem =
  /** The whole tree has too many options, levels or characters. */
  | { kind: 'too-large'; maximum: number }
  /**
   * A text is missing where the customer has to choose again; `path` contains the positions from the first level
   * down.
   */
  | { kind: 'message-required'; path: number[] };

/** Returns the problems of an option tree beyond the formats of its fields. Stops at a tree that is too large. */
export const treeProblems = (options: readonly Option[]): TreeProblem[] => {
  const problems: TreeProblem[] = [];
  let count = 0;
  let length = 0;
  let depth = 0;
  const walk = (level: readonly Option[], path: number[]): void => {
    level.forEach((option, index) => {
      const place = [...path, index];
      count += 1;
      length += option.name.length + option.greetingMessage.length;
      depth = Math.max(depth, place.length);
      if (option.options.length > 0 && option.greetingMessage.trim() === '')
        problems.push({ kind: 'message-required', path: place });
      if (count <= OPTIONS_MAX && depth <= OPTION_DEPTH_MAX) walk(option.options, place);
    });
  };
  walk(options, []);
  if (count > OPTIONS_MAX) return [{ kind: 'too-large', maximum: OPTIONS_MAX }];
  if (depth > OPTION_DEPTH_MAX) return [{ kind: 'too-large', maximum: OPTION_DEPTH_MAX }];
  if (length > OPTIONS_TEXT_MAX) return [{ kind: 'too-large', maximum: OPTIONS_TEXT_MAX }];
  return problems;
};

/**
 * Returns an option's path in a form or request body, relative to the list of the first level.
 * @param places the option's index on each level, from the first level down
 */
export const optionPath = (places: readonly number[]): (string | number)[] =>
  places.flatMap((place, depth) => (depth === 0 ? [place] : ['options', place]));
