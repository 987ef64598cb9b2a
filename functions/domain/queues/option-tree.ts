import type { ChatbotView } from '@prosa/shared/contracts/chatbot.ts';
import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';

/** An option, and where it is. */
export interface PlacedOption {
  option: ChatbotOption;
  parentId: string | null;
  /** Places from the first level down. */
  places: number[];
}

/** The option with this id, or undefined. */
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

/** The tree with another option at an id's place, or with none there. */
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

/** An option as the edge shows it: with those below it, one level of them. */
export const presentOption = (
  queueId: number,
  { option, parentId }: Pick<PlacedOption, 'option' | 'parentId'>,
): ChatbotView => ({ ...nodeOf(option), queueId, parentId, options: option.options.map(nodeOf) });
