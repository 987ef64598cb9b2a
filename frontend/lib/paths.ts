/** Every address of the app. Screens link through these, never by text of their own. */
export const paths = {
  home: '/',
  login: '/login',
  tickets: '/tickets',
  ticket: (uuid: string) => `/tickets/${uuid}`,
  contacts: '/contacts',
  users: '/users',
  queues: '/queues',
  connections: '/connections',
  subscription: '/financeiro',
  sandbox: '/sandbox',
} as const;
