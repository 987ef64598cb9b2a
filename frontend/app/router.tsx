import { createBrowserRouter, Navigate } from 'react-router';
import { PaneSkeleton } from '../components/skeletons.tsx';
import {
  RequireAbility,
  RequireActiveSubscription,
  RequireAuth,
  RequireGuest,
} from '../features/auth/components/guards.tsx';
import { paths } from '../lib/paths.ts';
import { RouteError } from './route-error.tsx';

/** Every screen by its address. Screens load when they are first visited; guards are layouts around them. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: RouteError,
    HydrateFallback: PaneSkeleton,
    children: [
      { path: paths.sandbox, lazy: () => import('./routes/sandbox.tsx') },
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
                          { path: ':uuid', lazy: () => import('./routes/ticket.tsx') },
                        ],
                      },
                      { path: paths.contacts, lazy: () => import('./routes/contacts.tsx') },
                      {
                        element: <RequireAbility ability="users-page:view" />,
                        children: [{ path: paths.users, lazy: () => import('./routes/users.tsx') }],
                      },
                      {
                        element: <RequireAbility ability="queues-page:view" />,
                        children: [{ path: paths.queues, lazy: () => import('./routes/queues.tsx') }],
                      },
                      {
                        element: <RequireAbility ability="drawer-admin-items:view" />,
                        children: [
                          { path: paths.connections, lazy: () => import('./routes/connections.tsx') },
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
