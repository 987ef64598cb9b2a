import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useRowActions } from '../hooks/use-row-actions.tsx';
import type { MenuPosition } from './ticket-row.tsx';

/** Everything that can be done with a ticket, where the pointer asked for it. */
export const TicketRowMenu = ({
  ticket,
  position,
  onClose,
}: {
  ticket: TicketView;
  position: MenuPosition;
  onClose: () => void;
}) => {
  const actions = useRowActions(ticket);
  if (actions.length === 0) return null;
  return (
    <LazyMenu open onClose={onClose} anchorReference="anchorPosition" anchorPosition={position}>
      {actions.map((action) => (
        <MenuItem
          key={action.id}
          onClick={() => {
            onClose();
            action.run();
          }}
          sx={action.danger === true ? { color: 'error.text' } : {}}
        >
          <ListItemIcon>{action.icon}</ListItemIcon>
          {action.label}
        </MenuItem>
      ))}
    </LazyMenu>
  );
};
