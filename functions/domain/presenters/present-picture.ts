import type { Presentation } from '@prosa/shared/rules/hide-numbers.ts';

/** Returns a link to a contact's picture from its key; '' without a picture. */
export const presentPicture = ({ link }: Presentation, key: string): string =>
  key === '' || link === undefined ? '' : link(key);
