import type { RouteObject } from 'react-router';
import { RequireAbility, RequirePlan } from '../features/auth/components/guards.tsx';
import { paths } from '../lib/screen/paths.ts';
import { withTexts } from './with-texts.ts';

/** Every screen beside the inbox, by its address and below its guard. None of them weighs on a first visit. */
export const screens: RouteObject[] = [
  {
    path: paths.quickMessages,
    lazy: () => withTexts(import('./routes/quick-messages.tsx'), 'quick-messages', 'template', 'messages'),
  },
  { path: paths.tags, lazy: () => withTexts(import('./routes/tags.tsx'), 'tags') },
  {
    path: paths.contacts,
    lazy: () => withTexts(import('./routes/contacts.tsx'), 'contacts', 'contact-files'),
  },
  {
    path: paths.contactsImport,
    lazy: () => withTexts(import('./routes/contacts-import.tsx'), 'contact-files', 'errors'),
  },
  {
    element: <RequirePlan flag="useSchedules" />,
    children: [
      {
        path: paths.schedules,
        lazy: () => withTexts(import('./routes/schedules.tsx'), 'schedules', 'contacts', 'errors'),
      },
    ],
  },
  {
    element: <RequireAbility ability="dashboard:view" />,
    children: [{ path: paths.home, lazy: () => withTexts(import('./routes/dashboard.tsx'), 'dashboard') }],
  },
  {
    element: <RequireAbility ability="moments:view" />,
    children: [
      { path: paths.moments, lazy: () => withTexts(import('./routes/moments.tsx'), 'moments', 'users') },
    ],
  },
  {
    element: <RequireAbility ability="users-page:view" />,
    children: [{ path: paths.users, lazy: () => withTexts(import('./routes/users.tsx'), 'users') }],
  },
  {
    element: <RequireAbility ability="queues-page:view" />,
    children: [{ path: paths.queues, lazy: () => withTexts(import('./routes/queues.tsx'), 'queues') }],
  },
  {
    element: <RequireAbility ability="settings-page:view" />,
    children: [{ path: paths.settings, lazy: () => withTexts(import('./routes/settings.tsx'), 'settings') }],
  },
  {
    element: <RequireAbility ability="drawer-admin-items:view" />,
    children: [
      { path: paths.connections, lazy: () => withTexts(import('./routes/connections.tsx'), 'connections') },
    ],
  },
];
