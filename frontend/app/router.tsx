import { createBrowserRouter, Navigate } from 'react-router';
import { PaneSkeleton } from '../components/skeletons.tsx';
import {
  RequireAbility,
  RequireActiveSubscription,
  RequireAuth,
  RequireGuest,
} from '../features/auth/components/guards.tsx';
import { loadTexts } from '../lib/i18n.ts';
import { fetchLater } from '../lib/lazy-part.ts';
import { paths } from '../lib/paths.ts';
import { RouteError } from './route-error.tsx';

/** A screen's module, with the texts it says. */
const withTexts = async <M,>(screen: Promise<M>, ...features: string[]): Promise<M> => {
  const [module] = await Promise.all([screen, loadTexts(features)]);
  return module;
};

const ticketScreen = () => withTexts(import('./routes/ticket.tsx'), 'messages', 'contacts');
// Where nearly everyone goes next.
fetchLater(ticketScreen);

/** Every screen by its address. Screens load when they are first visited; guards are layouts around them. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: PaneSkeleton,
    children: [
      { path: paths.sandbox, lazy: () => withTexts(import('./routes/sandbox.tsx'), 'sandbox') },
      {
        Component: RequireGuest,
        children: [{ path: paths.login, lazy: () => import('./routes/login.tsx') }],
      },
      {
        Component: RequireAuth,
        children: [
          {
            lazy: () => import('./routes/shell.tsx'),
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  { path: paths.subscription, lazy: () => import('./routes/subscription.tsx') },
                  {
                    Component: RequireActiveSubscription,
                    children: [
                      { path: paths.home, element: <Navigate to={paths.tickets} replace /> },
                      {
                        path: paths.tickets,
                        lazy: () => import('./routes/tickets.tsx'),
                        children: [
                          { index: true, lazy: () => import('./routes/tickets-welcome.tsx') },
                          {
                            path: ':uuid',
                            lazy: ticketScreen,
                          },
                        ],
                      },
                      {
                        path: paths.contacts,
                        lazy: () => withTexts(import('./routes/contacts.tsx'), 'contacts'),
                      },
                      {
                        element: <RequireAbility ability="users-page:view" />,
                        children: [
                          { path: paths.users, lazy: () => withTexts(import('./routes/users.tsx'), 'users') },
                        ],
                      },
                      {
                        element: <RequireAbility ability="queues-page:view" />,
                        children: [
                          {
                            path: paths.queues,
                            lazy: () => withTexts(import('./routes/queues.tsx'), 'queues'),
                          },
                        ],
                      },
                      {
                        element: <RequireAbility ability="drawer-admin-items:view" />,
                        children: [
                          {
                            path: paths.connections,
                            lazy: () => withTexts(import('./routes/connections.tsx'), 'connections'),
                          },
                        ],
                      },
                    ],
                  },
                  { path: '*', lazy: () => import('./routes/not-found.tsx') },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]);
