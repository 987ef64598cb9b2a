import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';

const HelpChatButton = lazyPart(async () => ({
  default: (await withTexts(import('./help-chat-button.tsx'), 'help-chat', 'errors')).HelpChatButton,
}));

/** Delay after which the help chat appears with its greeting; the screen has loaded by then. */
const APPEARS_AFTER_MS = 3000;

/** The place of the help chat in the shell. Loads nothing at first. */
export const HelpChatPlace = () => {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), APPEARS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? (
    <Suspense fallback={null}>
      <HelpChatButton />
    </Suspense>
  ) : null;
};
