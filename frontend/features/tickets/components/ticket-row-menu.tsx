import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { ActionMenu } from '../../../components/action-menu.tsx';
import { useRowActions } from '../hooks/use-row-actions.tsx';
import type { MenuPosition } from './ticket-row.tsx';

interface TicketRowMenuProps {
  ticket: TicketView;
  position: MenuPosition;
  onClose: () => void;
}

/** All actions of a ticket: a menu at the pointer's position, a bottom sheet on phones. */
export const TicketRowMenu = ({ ticket, position, onClose }: TicketRowMenuProps) => {
  const actions = useRowActions(ticket);
  if (actions.length === 0) return null;
  return <ActionMenu title={ticket.contact.name} actions={actions} at={position} onClose={onClose} />;
};
