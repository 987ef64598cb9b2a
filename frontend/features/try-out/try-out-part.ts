import { lazy } from 'react';
import { loadTexts } from '../../lib/texts/i18n.ts';

/** The try-out, fetched with its texts when somebody first opens it. */
export const TryOut = lazy(async () => {
  const [module] = await Promise.all([
    import('./components/try-out.tsx'),
    loadTexts(['try-out', 'messages', 'errors']),
  ]);
  return { default: module.TryOutPanel };
});
