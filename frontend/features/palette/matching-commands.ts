import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { Command } from '../../lib/screen/commands.ts';

const matches = (command: Command, text: string): boolean => {
  const haystack = normalizeForSearch(`${command.label} ${command.group} ${command.keywords ?? ''}`);
  return normalizeForSearch(text)
    .split(' ')
    .every((word) => haystack.includes(word));
};

/** Returns the commands that contain every word of a text, those of the open ticket first. */
export const matchingCommands = (commands: readonly Command[], text: string): Command[] => {
  const found = commands.filter((command) => matches(command, text));
  return [
    ...found.filter(({ isFirst }) => isFirst === true),
    ...found.filter(({ isFirst }) => isFirst !== true),
  ];
};
