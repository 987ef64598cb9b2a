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
  contactLists: '/contact-lists',
  /** Path of the contacts of a contact list. */
  contactListContacts: (id: number | ':contactListId') => `/contact-lists/${id}/contacts`,
  campaigns: '/campaigns',
  /** Path that opens a new campaign for the tickets of a filter, in its text form. */
  newCampaign: (filter: string) => `/campaigns?${new URLSearchParams({ filter })}`,
  /** Path of the report of a campaign. */
  campaignReport: (id: number | ':campaignId') => `/campaign/${id}/report`,
  campaignSettings: '/campaigns-config',
  flows: '/flowbuilders',
  /** Path of the editor of a flow. */
  flow: (id: number | ':id') => `/flowbuilder/${id}`,
  flowPhrases: '/phrase-lists',
  integrations: '/queue-integration',
  assistants: '/prompts',
  assistantReplay: (id: number | ':assistantId') => `/prompts/${id}/replay`,
  schedules: '/schedules',
  tags: '/tags',
  todoList: '/todolist',
  helps: '/helps',
  /** Path of the helps screen with one help open. */
  help: (id: number) => `/helps?help=${id}`,
  moments: '/moments',
  reports: '/reports',
  kanban: '/Kanban',
  kanbanLanes: '/TagsKanban',
  messagesApi: '/messages-api',
  users: '/users',
  queues: '/queues',
  fileLists: '/files',
  connections: '/connections',
  /** Path of the message templates of a connection. */
  connectionTemplates: (id: number | ':id') => `/connections/${id}/templates`,
  announcements: '/announcements',
  chats: '/chats',
  /** Path of an internal chat. */
  chat: (uuid: string) => `/chats/${uuid}`,
  subscription: '/financeiro',
  settings: '/settings',
  sandbox: '/sandbox',
} as const;
