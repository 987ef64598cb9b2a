import type { ChatbotView } from '@prosa/shared/contracts/chatbot.ts';
import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';

/** An option and its position in the tree. */
export interface PlacedOption {
  option: ChatbotOption;
  parentId: string | null;
  /** Positions from the first level down. */
  places: number[];
}

/** Returns the option with this id, or undefined. */
export const findOption = (tree: readonly ChatbotOption[], id: string): PlacedOption | undefined => {
  const search = (
    level: readonly ChatbotOption[],
    parentId: string | null,
    above: readonly number[],
  ): PlacedOption | undefined => {
    for (const [index, option] of level.entries()) {
      const places = [...above, index];
      const found =
        option.id === id ? { option, parentId, places } : search(option.options, option.id, places);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(tree, null, []);
};

/** Returns the tree with the option of an id replaced or removed. */
export const replaceOption = (
  tree: readonly ChatbotOption[],
  id: string,
  replacement: ChatbotOption | undefined,
): ChatbotOption[] =>
  tree.flatMap((option) => {
    if (option.id === id) return replacement === undefined ? [] : [replacement];
    return [{ ...option, options: replaceOption(option.options, id, replacement) }];
  });

const nodeOf = ({ options: _below, ...node }: ChatbotOption) => node;

/** Presents an option in its form for the API, with one level of options below it. */
export const presentOption = (
  queueId: number,
  { option, parentId }: Pick<PlacedOption, 'option' | 'parentId'>,
): ChatbotView => ({ ...nodeOf(option), queueId, parentId, options: option.options.map(nodeOf) });
