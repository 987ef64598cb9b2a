import * as z from 'zod';

export const TICKET_STATUSES = ['pending', 'open', 'closed', 'group', 'lgpd', 'nps'] as const;
export const ticketStatusSchema = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof ticketStatusSchema>;

/** Statuses in which a ticket is the one active ticket of its contact and connection. */
export const ACTIVE_STATUSES = [
  'pending',
  'open',
  'group',
  'lgpd',
  'nps',
] as const satisfies readonly TicketStatus[];
export const isActiveStatus = (status: TicketStatus): boolean => status !== 'closed';

/** Types of the entries of a ticket's log. */
export const TICKET_LOG_TYPES = [
  'create',
  'access',
  'chatBot',
  'queue',
  'open',
  'pending',
  'transfered',
  'receivedTransfer',
  'closed',
  'reopen',
  'redirect',
  'nps',
  'lgpd',
  'autoClose',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'userDefine',
  'delete',
  'clientClosed',
  /** A campaign wrote, or a contact answered one. */
  'campaign',
] as const;
