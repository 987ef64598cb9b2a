import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import type { ContactExport } from '@prosa/shared/entities/contact-export.ts';
import type { ContactImport } from '@prosa/shared/entities/contact-import.ts';
import type { RouteRights } from '../platform/auth/route-refusal.ts';

const PHONE_ROUTES = { saved: contactFileRoutes.importPhone, chats: contactFileRoutes.importChats } as const;

/** Returns the route that starts an import. A user who may not call it any more may not go on with the import. */
export const routeOfImport = ({
  phone,
  contactListId,
}: Pick<ContactImport, 'phone' | 'contactListId'>): RouteRights => {
  if (contactListId !== null) return contactListRoutes.upload;
  return phone === null ? contactFileRoutes.upload : PHONE_ROUTES[phone.list];
};

/** Returns the route that starts an export, as {@link routeOfImport}. */
export const routeOfExport = ({
  report,
  campaignId,
}: Pick<ContactExport, 'report' | 'campaignId'>): RouteRights => {
  if (report !== null) return ticketReportRoutes.createExport;
  return campaignId === null ? contactFileRoutes.createExport : campaignRoutes.exportReceivers;
};
