import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import i18next from 'i18next';

/**
 * Returns the text about the user who transferred a ticket, for a row, the bell and a notification; empty without a
 * transfer.
 */
export const transferText = ({ transferredBy }: TicketView): string => {
  if (transferredBy === null) return '';
  const { name } = transferredBy;
  return name === ''
    ? i18next.t('tickets:transferredToYou')
    : i18next.t('tickets:transferredToYouBy', { name });
};
