/** Every path of the app. Screens link through these, never through literal paths. */
export const paths = {
  home: '/',
  login: '/login',
  tickets: '/tickets',
  /** Path of a conversation, at its end or at one of its messages. */
  ticket: (uuid: string, messageId?: string) =>
    messageId === undefined
      ? `/tickets/${uuid}`
      : `/tickets/${uuid}?message=${encodeURIComponent(messageId)}`,
  /** Path of a conversation laid out for printing. */
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
