import '../lib/api/plain-schemas.ts';
import '../theme/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startSession } from '../features/auth/api/start-session.ts';
import { followOtherTabs } from '../lib/session/session-channel.ts';
import { initI18n, initialLanguage } from '../lib/texts/i18n.ts';
import { Providers } from './providers.tsx';
import { router } from './router.tsx';

followOtherTabs(() => globalThis.location.reload());
void startSession();

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no root');
await initI18n(initialLanguage());
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
