import { announcements } from '../features/announcements/manifest.ts';
import { assistants } from '../features/assistants/manifest.ts';
import { campaigns } from '../features/campaigns/manifest.ts';
import { companies } from '../features/companies/manifest.ts';
import { connections } from '../features/connections/manifest.ts';
import { contactLists } from '../features/contact-lists/manifest.ts';
import { contacts } from '../features/contacts/manifest.ts';
import { dashboard } from '../features/dashboard/manifest.ts';
import { fileLists } from '../features/file-lists/manifest.ts';
import { flowPhrases } from '../features/flow-phrases/manifest.ts';
import { flows } from '../features/flows/manifest.ts';
import { helps } from '../features/helps/manifest.ts';
import { integrations } from '../features/integrations/manifest.ts';
import { internalChats } from '../features/internal-chats/manifest.ts';
import { kanban } from '../features/kanban/manifest.ts';
import { messageTemplates } from '../features/message-templates/manifest.ts';
import { messagesApi } from '../features/messages-api/manifest.ts';
import { moments } from '../features/moments/manifest.ts';
import { queues } from '../features/queues/manifest.ts';
import { quickMessages } from '../features/quick-messages/manifest.ts';
import { schedules } from '../features/schedules/manifest.ts';
import { settings } from '../features/settings/manifest.ts';
import { tags } from '../features/tags/manifest.ts';
import { ticketReport } from '../features/ticket-report/manifest.ts';
import { tickets } from '../features/tickets/manifest.ts';
import { todoList } from '../features/todo-list/manifest.ts';
import { users } from '../features/users/manifest.ts';
import type { FeatureManifest } from '../lib/screen/feature-manifest.ts';

/** All features with screens or a menu entry, in the groups and order of the menu. */
export const FEATURES: readonly (readonly FeatureManifest[])[] = [
  [tickets, quickMessages, contacts, kanban, schedules, tags, internalChats, todoList, helps],
  [dashboard, ticketReport, moments],
  [contactLists, campaigns],
  [flows, flowPhrases, integrations, assistants],
  [messagesApi, users, queues, fileLists, connections, messageTemplates, companies, settings],
  [announcements],
];
