import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';

/** The field for the text form of a filter, loaded with its texts. */
export const FilterText = lazyPart(() => withTexts(import('./filter-text-field.tsx'), 'ticket-filters'));
