import { LINK_RETURN_PATH } from '@prosa/shared/rules/channel-connections.ts';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { PaneSkeleton } from '../components/skeletons.tsx';
import { RequireActiveSubscription, RequireAuth, RequireGuest } from '../features/auth/components/guards.tsx';
import { fetchCode } from '../lib/screen/fetch-code.ts';
import { fetchLater } from '../lib/screen/lazy-part.ts';
import { paths } from '../lib/screen/paths.ts';
import { withTexts } from '../lib/texts/with-texts.ts';
import { RouteError } from './route-error.tsx';

const fetchTicket = () => withTexts(import('./routes/ticket.tsx'), 'messages', 'contacts', 'errors');
// Loaded in advance, because nearly every user goes there next.
fetchLater(fetchTicket);
const fetchScreens = () => import('./screens.tsx');
fetchLater(fetchScreens);

/** Id of the route that the screens of `screens.tsx` are added to. */
const SUBSCRIBED = 'subscribed';

/** Routes of the sign-in page and the inbox. Screens load on their first visit; guards are layouts around them. */
const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: PaneSkeleton,
    children: [
      {
        path: paths.sandbox,
        lazy: () => fetchCode(() => withTexts(import('./routes/sandbox.tsx'), 'sandbox')),
      },
      {
        path: LINK_RETURN_PATH,
        lazy: () => fetchCode(() => withTexts(import('./routes/link-return.tsx'), 'connections')),
      },
      {
        Component: RequireGuest,
        children: [{ path: paths.login, lazy: () => fetchCode(() => import('./routes/login.tsx')) }],
      },
      {
        Component: RequireAuth,
        children: [
          {
            Component: RequireActiveSubscription,
            children: [
              {
                path: paths.ticketPrint(':uuid'),
                lazy: () =>
                  fetchCode(() => withTexts(import('./routes/ticket-print.tsx'), 'messages', 'errors')),
              },
            ],
          },
          {
            lazy: () => fetchCode(() => import('./routes/shell.tsx')),
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  {
                    path: paths.subscription,
                    lazy: () => fetchCode(() => import('./routes/subscription.tsx')),
                  },
                  {
                    id: SUBSCRIBED,
                    Component: RequireActiveSubscription,
                    children: [
                      {
                        path: paths.tickets,
                        lazy: () => fetchCode(() => import('./routes/tickets.tsx')),
                        children: [
                          {
                            index: true,
                            lazy: () => fetchCode(() => import('./routes/tickets-welcome.tsx')),
                          },
                          { path: ':uuid', lazy: () => fetchCode(fetchTicket) },
                        ],
                      },
                    ],
                  },
                  { path: '*', lazy: () => fetchCode(() => import('./routes/not-found.tsx')) },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

/**
 * The router with every screen by its path. Screens that a first visit does not need are added when a path needs one.
 */
export const router = createBrowserRouter(routes, {
  patchRoutesOnNavigation: async ({ path, patch }) => {
    // These routes are complete: opening a ticket does not wait for more screens.
    if (path.startsWith(paths.tickets)) return;
    patch(SUBSCRIBED, (await fetchCode(fetchScreens)).screens);
  },
});
