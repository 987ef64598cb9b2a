import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import Button from '@mui/material/Button';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useRowActions } from '../hooks/use-row-actions.tsx';
import type { MenuPosition } from './ticket-row.tsx';

interface TicketRowActionsProps {
  ticket: TicketView;
  /** Whether the row is hovered or has focus. */
  active: boolean;
  hovers: boolean;
  onMore: (position: MenuPosition) => void;
}

/**
 * The row's buttons: accepting is always visible; the others while the row is hovered or focused, or behind one
 * button on touch devices.
 */
export const TicketRowActions = ({ ticket, active, hovers, onMore }: TicketRowActionsProps) => (
  <>
    {hovers && active && <QuickActions ticket={ticket} />}
    <AcceptButton ticket={ticket} />
    {!hovers && <MoreButton onMore={onMore} />}
  </>
);

const MoreButton = ({ onMore }: Pick<TicketRowActionsProps, 'onMore'>) => {
  const { t } = useTranslation('tickets');
  return (
    <IconAction
      className="above"
      size="small"
      edge="end"
      label={t('action.more')}
      icon={<MoreVertRounded />}
      aria-haspopup="menu"
      onClick={(event) => {
        const { bottom, left } = event.currentTarget.getBoundingClientRect();
        onMore({ top: bottom, left });
      }}
    />
  );
};

const QuickActions = ({ ticket }: { ticket: TicketView }) => {
  const quick = useRowActions(ticket).filter(
    ({ id }) => id === 'return' || id === 'resolve' || id === 'reopen',
  );
  return quick.length === 0 ? null : (
    <div className="quick">
      {quick.map((action) => (
        <IconAction
          key={action.id}
          size="small"
          label={action.label}
          icon={action.icon}
          onClick={action.run}
        />
      ))}
    </div>
  );
};

const AcceptButton = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets');
  const accept = useRowActions(ticket).find(({ id }) => id === 'accept');
  return accept === undefined ? null : (
    <Button
      className="above"
      size="small"
      variant="outlined"
      onClick={accept.run}
      aria-label={t('action.acceptName', { name: ticket.contact.name })}
    >
      {accept.label}
    </Button>
  );
};
