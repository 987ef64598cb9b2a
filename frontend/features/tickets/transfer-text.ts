import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import i18next from 'i18next';

/** Who handed a ticket over, as a row, the bell and a notice say it. Empty where nobody did. */
export const transferText = ({ transferredBy }: TicketView): string => {
  if (transferredBy === null) return '';
  const { name } = transferredBy;
  return name === ''
    ? i18next.t('tickets:transferredToYou')
    : i18next.t('tickets:transferredToYouBy', { name });
};
