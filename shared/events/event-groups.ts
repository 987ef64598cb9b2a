import { announcementEvents } from './announcements.ts';
import { assistantEvents } from './assistants.ts';
import { authEvents } from './auth.ts';
import { campaignSettingEvents } from './campaign-settings.ts';
import { campaignEvents } from './campaigns.ts';
import { companyEvents } from './companies.ts';
import { connectionEvents } from './connections.ts';
import { contactListEvents } from './contact-lists.ts';
import { contactEvents } from './contacts.ts';
import { fileListEvents } from './file-lists.ts';
import { flowEvents } from './flows.ts';
import { helpEvents } from './helps.ts';
import { integrationEvents } from './integrations.ts';
import { internalChatEvents } from './internal-chats.ts';
import { messageEvents } from './messages.ts';
import { queueEvents } from './queues.ts';
import { quickMessageEvents } from './quick-messages.ts';
import { scheduleEvents } from './schedules.ts';
import { tagEvents } from './tags.ts';
import { ticketEvents } from './tickets.ts';
import { userEvents } from './users.ts';

/** Live events, grouped by the feature whose code applies them in the browser. */
export const EVENT_GROUPS = {
  tickets: ticketEvents,
  messages: messageEvents,
  contacts: contactEvents,
  'contact-lists': contactListEvents,
  users: userEvents,
  queues: queueEvents,
  schedules: scheduleEvents,
  'quick-messages': quickMessageEvents,
  'file-lists': fileListEvents,
  flows: flowEvents,
  integrations: integrationEvents,
  assistants: assistantEvents,
  tags: tagEvents,
  connections: connectionEvents,
  companies: companyEvents,
  campaigns: { ...campaignEvents, ...campaignSettingEvents },
  helps: helpEvents,
  announcements: announcementEvents,
  'internal-chats': internalChatEvents,
  auth: authEvents,
};
export type EventGroups = typeof EVENT_GROUPS;
export type EventGroup = keyof EventGroups;
