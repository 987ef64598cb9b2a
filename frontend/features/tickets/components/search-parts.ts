import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';

// Loaded with their texts when the user first searches.
export const SearchBar = lazyPart(async () => ({
  default: (await withTexts(import('./search-view.tsx'), 'ticket-search')).SearchBar,
}));
export const FoundLine = lazyPart(async () => ({
  default: (await withTexts(import('./search-view.tsx'), 'ticket-search')).FoundLine,
}));
export const MarkedWords = lazyPart(async () => ({
  default: (await withTexts(import('./search-view.tsx'), 'ticket-search')).MarkedWords,
}));
