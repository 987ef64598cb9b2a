import { rarePart } from '../../lib/screen/lazy-part.ts';
import { withTexts } from '../../lib/texts/with-texts.ts';

/** The try-out panel, loaded with its texts when it first opens. */
export const TryOut = rarePart(async () => ({
  default: (await withTexts(import('./components/try-out.tsx'), 'try-out', 'messages', 'errors')).TryOutPanel,
}));
