/** Every address of the app. Screens link through these, never by text of their own. */
export const paths = {
  home: '/',
  login: '/login',
  tickets: '/tickets',
  /** A conversation, at its end or at one of its messages. */
  ticket: (uuid: string, messageId?: string) =>
    messageId === undefined
      ? `/tickets/${uuid}`
      : `/tickets/${uuid}?message=${encodeURIComponent(messageId)}`,
  /** A conversation laid out for paper. */
  ticketPrint: (uuid: string) => `/tickets/${uuid}/print`,
  quickMessages: '/quick-messages',
  contacts: '/contacts',
  contactsImport: '/contacts/import',
  schedules: '/schedules',
  tags: '/tags',
  moments: '/moments',
  users: '/users',
  queues: '/queues',
  connections: '/connections',
  subscription: '/financeiro',
  settings: '/settings',
  sandbox: '/sandbox',
} as const;
