/**
 * The callers of each route, written by hand and reviewed independently of the product's own permissions, so that the
 * product is not compared with itself. A route that is missing here fails the checks; add a route only with a review.
 */

/** The kinds of users that the product distinguishes. */
export const ROLES = [
  'user',
  'user with allowConnections',
  'user with every other flag',
  'admin',
  'super',
] as const;
export type Role = (typeof ROLES)[number];

export type Access =
  /**
   * Routes without a user, with the reason why each is safe. `anybody` needs no proof; a cookie proves a session; a
   * provider signs its requests.
   */
  | { who: 'anybody' | 'cookie' | 'provider'; why: string }
  /** Another system with a connection's API token. */
  | { who: 'system'; plan: string }
  | {
      who: readonly Role[];
      /** Users not listed may call it for themselves. */
      self?: true;
      /** Feature that the company's plan must have. */
      plan?: string;
      /** Allowed even after the company's subscription has ended. */
      expired?: true;
    };

const users = { who: ROLES };
const admins = { who: ['admin', 'super'] } as const;
const managers = { who: ['user with allowConnections', 'admin', 'super'] } as const;
const dashboardViewers = { who: ['user with every other flag', 'admin', 'super'] } as const;
// Users who have the attendance panel by `allowRealTime`.
const panelViewers = dashboardViewers;
const selfOrAdmins = { ...admins, self: true } as const;

export const REVIEWED_ACCESS: Record<string, Access> = {
  'auth.login': {
    who: 'anybody',
    why: 'It is how one signs in; slow by design and limited by address and account.',
  },
  'auth.refresh': {
    who: 'cookie',
    why: 'The refresh cookie is the proof; own origin and client header are required.',
  },
  'auth.logout': { who: 'cookie', why: 'Ends the family that the cookie names, and can do nothing else.' },
  'auth.me': { ...users, expired: true },
  // These routes list and end only the sessions of the caller.
  'auth.listSessions': users,
  'auth.endSession': users,
  'auth.endOtherSessions': users,

  'platform.version': { who: 'anybody', why: 'A version and nothing else; health checks read it.' },
  'platform.openapi': { who: 'anybody', why: 'The description of the API is in the public repository.' },
  'platform.publicSettings': {
    who: 'anybody',
    why: 'Name, colours and logos of the sign-in page; an allow-list.',
  },
  'platform.publicSetting': { who: 'anybody', why: 'One of the same allow-list.' },

  'realtime.createTicket': users,

  'tickets.list': users,
  'tickets.count': users,
  'tickets.usersMoments': panelViewers,
  'tickets.getByUuid': users,
  'tickets.get': users,
  'tickets.create': users,
  'tickets.update': users,
  'tickets.markUnread': users,
  'tickets.remove': admins,
  'tickets.closeAll': admins,
  'tickets.log': users,
  'tickets.ofContact': users,
  'tickets.listNotes': users,
  'tickets.createNote': users,
  'tickets.removeNote': users,

  'messages.list': users,
  'messages.read': users,
  'messages.typing': users,
  'messages.files': users,
  'messages.send': users,
  'messages.sendList': users,
  'messages.sendCopy': users,
  'messages.sendCall': users,
  'messages.sendUrl': users,
  'messages.sendPix': users,
  'messages.sendTemplate': users,
  'messages.resend': users,
  'messages.resendAll': users,
  'messages.edit': users,
  'messages.remove': users,
  'messages.forward': users,
  'messages.allMe': users,
  'messages.forwardSeveral': users,
  'media.createUpload': users,
  'media.link': users,
  // Every user who may hear a message may read its transcript; the company that owns the key pays for it once.
  'media.transcribe': users,

  'contacts.list': users,
  'contacts.listBrief': users,
  'contacts.profile': users,
  'contacts.get': users,
  'contacts.create': users,
  'contacts.update': users,
  'contacts.remove': admins,
  'contacts.block': users,
  'contacts.toggleAcceptAudio': users,
  'contacts.toggleDisableBot': users,
  'contacts.setWallets': users,
  'contacts.hasTags': users,
  'contacts.previewMerge': admins,
  'contacts.merge': admins,

  'contactFiles.upload': users,
  'contactFiles.listImports': users,
  'contactFiles.getImport': users,
  'contactFiles.startImport': users,
  'contactFiles.importOne': users,
  'contactFiles.importPhone': admins,
  'contactFiles.importChats': admins,
  'contactFiles.createExport': admins,
  'contactFiles.listExports': admins,

  'contactLists.list': { ...admins, plan: 'useCampaigns' },
  'contactLists.listBrief': { ...admins, plan: 'useCampaigns' },
  'contactLists.get': { ...admins, plan: 'useCampaigns' },
  'contactLists.create': { ...admins, plan: 'useCampaigns' },
  'contactLists.update': { ...admins, plan: 'useCampaigns' },
  'contactLists.remove': { ...admins, plan: 'useCampaigns' },
  'contactLists.upload': { ...admins, plan: 'useCampaigns' },
  'contactLists.listImports': { ...admins, plan: 'useCampaigns' },
  'contactLists.checkNumbers': { ...admins, plan: 'useCampaigns' },
  'contactLists.listItems': { ...admins, plan: 'useCampaigns' },
  'contactLists.getItem': { ...admins, plan: 'useCampaigns' },
  'contactLists.createItem': { ...admins, plan: 'useCampaigns' },
  'contactLists.updateItem': { ...admins, plan: 'useCampaigns' },
  'contactLists.removeItem': { ...admins, plan: 'useCampaigns' },

  // The handler decides by the tag: its creator, administrators and users with allowSharedItems change it, and only
  // administrators change columns.
  'tags.list': users,
  'tags.listBrief': users,
  'tags.get': users,
  'tags.create': users,
  'tags.update': users,
  'tags.remove': users,
  'tags.sync': users,
  'tags.removeFromContact': users,
  'tags.setOnTicket': { ...users, plan: 'useKanban' },
  'tags.clearFromTicket': { ...users, plan: 'useKanban' },
  'kanban.lanes': { ...users, plan: 'useKanban' },
  'kanban.tickets': { ...users, plan: 'useKanban' },

  'schedules.list': { ...users, plan: 'useSchedules' },
  'schedules.get': { ...users, plan: 'useSchedules' },
  'schedules.create': { ...users, plan: 'useSchedules' },
  'schedules.update': { ...users, plan: 'useSchedules' },
  'schedules.remove': { ...users, plan: 'useSchedules' },
  'schedules.setMedia': { ...users, plan: 'useSchedules' },
  'schedules.removeMedia': { ...users, plan: 'useSchedules' },

  'dashboard.get': dashboardViewers,
  'dashboard.ticketsUsers': dashboardViewers,
  'dashboard.ticketsDay': dashboardViewers,
  // Attendants get only their own tickets.
  'dashboard.moments': users,

  // Of the tickets that they see.
  'ticketReport.list': dashboardViewers,
  'ticketReport.createExport': dashboardViewers,
  'ticketReport.listExports': dashboardViewers,

  'users.list': admins,
  'users.listBrief': users,
  'users.get': selfOrAdmins,
  'users.create': admins,
  'users.update': selfOrAdmins,
  'users.endSessions': admins,
  'users.remove': admins,
  'users.setListWidth': { who: [], self: true },
  'users.setPicture': selfOrAdmins,
  'users.removePicture': selfOrAdmins,

  // Each route shows and changes only what its caller may see; see `quick-message-rights`.
  'quickMessages.list': users,
  'quickMessages.listBrief': users,
  'quickMessages.get': users,
  'quickMessages.create': users,
  'quickMessages.update': users,
  'quickMessages.remove': users,
  'quickMessages.setMedia': users,
  'quickMessages.removeMedia': users,

  'fileLists.list': admins,
  'fileLists.listBrief': admins,
  'fileLists.get': admins,
  'fileLists.create': admins,
  'fileLists.update': admins,
  'fileLists.remove': admins,
  'fileLists.upload': admins,

  'queues.list': users,
  'queues.listBrief': users,
  'queues.get': admins,
  'queues.reorder': admins,
  'queues.listOptions': admins,
  'queues.getOption': admins,
  'queues.createOption': admins,
  'queues.updateOption': admins,
  'queues.removeOption': admins,
  'queues.create': admins,
  'queues.update': admins,
  'queues.remove': admins,

  'connections.list': users,
  'connections.filter': users,
  'connections.listAll': { who: ['super'] },
  'connections.get': managers,
  // The feature depends on the added channel; this is the one of the default channel.
  'connections.create': { ...managers, plan: 'useWhatsapp' },
  'connections.update': managers,
  'connections.remove': managers,
  'connections.rotateToken': managers,
  'connections.setMedia': managers,
  'connections.removeMedia': managers,
  'connections.health': managers,
  'connections.pair': managers,
  'connections.start': managers,
  'connections.renew': managers,
  'connections.disconnect': managers,
  'connections.closeImported': managers,
  'connections.restartAll': managers,
  'connections.tryOut': managers,
  // Without a token of a provider these routes tell and change nothing.
  'channelLinks.app': managers,
  'channelLinks.listPages': managers,
  'channelLinks.linkPages': { ...managers, plan: 'useFacebook' },
  'channelLinks.linkPhones': { ...managers, plan: 'useWhatsapp' },
  'channelLinks.relink': managers,
  'channelLinks.register': managers,

  // Whoever may send a template chooses it from the list, which a sync fills.
  'messageTemplates.list': users,
  'messageTemplates.sync': users,
  'messageTemplates.create': managers,
  'messageTemplates.update': managers,
  'messageTemplates.remove': managers,

  'flows.list': users,
  'flows.get': users,
  'flows.getGraph': admins,
  'flows.create': admins,
  'flows.update': admins,
  'flows.remove': admins,
  'flows.duplicate': admins,
  'flows.save': admins,
  'flows.uploadContent': admins,
  'flows.uploadAudio': admins,
  'flows.uploadImage': admins,
  'flows.tryOut': admins,
  'flows.figures': admins,
  'flowPhrases.list': admins,
  'flowPhrases.get': admins,
  'flowPhrases.create': admins,
  'flowPhrases.update': admins,
  'flowPhrases.remove': admins,

  'campaigns.list': { ...admins, plan: 'useCampaigns' },
  'campaigns.get': { ...admins, plan: 'useCampaigns' },
  'campaigns.create': { ...admins, plan: 'useCampaigns' },
  'campaigns.update': { ...admins, plan: 'useCampaigns' },
  'campaigns.remove': { ...admins, plan: 'useCampaigns' },
  'campaigns.setMedia': { ...admins, plan: 'useCampaigns' },
  'campaigns.removeMedia': { ...admins, plan: 'useCampaigns' },
  'campaigns.start': { ...admins, plan: 'useCampaigns' },
  'campaigns.pause': { ...admins, plan: 'useCampaigns' },
  'campaigns.resume': { ...admins, plan: 'useCampaigns' },
  'campaigns.cancel': { ...admins, plan: 'useCampaigns' },
  'campaigns.restart': { ...admins, plan: 'useCampaigns' },
  'campaigns.test': { ...admins, plan: 'useCampaigns' },
  'campaigns.estimate': { ...admins, plan: 'useCampaigns' },
  'campaigns.listReceivers': { ...admins, plan: 'useCampaigns' },
  'campaigns.exportReceivers': { ...admins, plan: 'useCampaigns' },
  'campaigns.followUp': { ...admins, plan: 'useCampaigns' },
  'campaigns.listSuppressions': { ...admins, plan: 'useCampaigns' },
  'campaigns.addSuppression': { ...admins, plan: 'useCampaigns' },
  'campaigns.removeSuppression': { ...admins, plan: 'useCampaigns' },
  'campaigns.listQuality': { ...admins, plan: 'useCampaigns' },

  'campaignSettings.get': { ...admins, plan: 'useCampaigns' },
  'campaignSettings.save': { ...admins, plan: 'useCampaigns' },

  'webhookEndpoints.list': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.create': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.update': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.remove': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.rotateSecret': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.sendTrial': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.deliveries': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.delivery': { ...admins, plan: 'useExternalApi' },
  'webhookEndpoints.redeliver': { ...admins, plan: 'useExternalApi' },

  'integrations.list': { ...admins, plan: 'useIntegrations' },
  'integrations.get': { ...admins, plan: 'useIntegrations' },
  'integrations.create': { ...admins, plan: 'useIntegrations' },
  'integrations.update': { ...admins, plan: 'useIntegrations' },
  'integrations.remove': { ...admins, plan: 'useIntegrations' },
  'integrations.rotateSecret': { ...admins, plan: 'useIntegrations' },
  'integrations.testSession': { ...admins, plan: 'useIntegrations' },
  'integrations.calls': { ...admins, plan: 'useIntegrations' },
  'integrations.call': { ...admins, plan: 'useIntegrations' },
  'integrations.repeat': { ...admins, plan: 'useIntegrations' },

  'assistants.list': { ...admins, plan: 'useOpenAi' },
  'assistants.get': { ...admins, plan: 'useOpenAi' },
  'assistants.create': { ...admins, plan: 'useOpenAi' },
  'assistants.update': { ...admins, plan: 'useOpenAi' },
  'assistants.remove': { ...admins, plan: 'useOpenAi' },
  'assistants.test': { ...admins, plan: 'useOpenAi' },
  'assistants.exchanges': { ...admins, plan: 'useOpenAi' },
  'assistants.replay': { ...admins, plan: 'useOpenAi' },
  'assistants.calls': { ...admins, plan: 'useOpenAi' },
  'assistants.call': { ...admins, plan: 'useOpenAi' },
  'assistants.corrections': { ...admins, plan: 'useOpenAi' },
  'assistants.createCorrection': { ...admins, plan: 'useOpenAi' },
  'assistants.updateCorrection': { ...admins, plan: 'useOpenAi' },
  'assistants.removeCorrection': { ...admins, plan: 'useOpenAi' },

  // All companies read the same helps, which the operator writes.
  'helps.list': users,
  'helps.listAll': users,
  'helps.get': users,
  'helps.create': { who: ['super'] },
  'helps.update': { who: ['super'] },
  'helps.remove': { who: ['super'] },
  'helpChat.state': users,
  'helpChat.ask': users,

  'companies.plan': { ...users, expired: true },
  'companies.settings': users,
  'companies.schedules': users,
  'companies.updateSchedules': admins,
  'companies.setting': users,
  'companies.updateSetting': admins,
  'companies.settingRows': users,
  'companies.settingRow': users,
  'companies.updateSettingRow': admins,
  'internalChats.list': { ...users, plan: 'useInternalChat' },
  'internalChats.get': { ...users, plan: 'useInternalChat' },
  'internalChats.create': { ...users, plan: 'useInternalChat' },
  'internalChats.update': { ...users, plan: 'useInternalChat' },
  'internalChats.remove': { ...users, plan: 'useInternalChat' },
  'internalChats.read': { ...users, plan: 'useInternalChat' },
  'internalChats.messages': { ...users, plan: 'useInternalChat' },
  'internalChats.send': { ...users, plan: 'useInternalChat' },
  'announcements.list': users,
  'announcements.look': users,
  'announcements.get': { who: ['super'] },
  'announcements.create': { who: ['super'] },
  'announcements.update': { who: ['super'] },
  'announcements.remove': { who: ['super'] },
  'announcements.setMedia': { who: ['super'] },
  'announcements.removeMedia': { who: ['super'] },
  'sendCaps.get': { who: ['super'] },
  'sendCaps.set': { who: ['super'] },
  'audit.list': admins,
  'apiUsage.list': { ...managers, plan: 'useExternalApi' },

  'webhooks.verify': { who: 'provider', why: 'Answers only to the verify token that we gave Meta.' },
  'webhooks.receive': {
    who: 'provider',
    why: 'Reads nothing before the signature over the raw bytes is right.',
  },
  'external.sendMessage': { who: 'system', plan: 'useExternalApi' },
  'external.sendLinkedImage': { who: 'system', plan: 'useExternalApi' },
  'external.messageStatus': { who: 'system', plan: 'useExternalApi' },
  'external.scheduleStatus': { who: 'system', plan: 'useExternalApi' },
  'external.cancelSchedule': { who: 'system', plan: 'useExternalApi' },
  'external.checkNumber': { who: 'system', plan: 'useExternalApi' },
};

/**
 * The request headers that influence a decision, as the code names them. None of them contains an id that a company
 * owns.
 */
export const REVIEWED_HEADERS = [
  "'user-agent'",
  'authorization',
  'origin',
  'CSRF_HEADER',
  "'content-type'",
  // Decides how a response may be compressed.
  "'accept-encoding'",
  // Names a call of the external API within its token's connection.
  "'idempotency-key'",
  "'x-hub-signature-256'",
  // The viewer's address, which the edge writes; and the headers of a delivery that a provider's worker reads.
  'header',
  'name',
];
