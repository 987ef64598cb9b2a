import CheckRounded from '@mui/icons-material/CheckRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useMatch, useNavigate } from 'react-router';
import type { Action } from '../../../components/action-menu.tsx';
import { fetchCode } from '../../../lib/screen/fetch-code.ts';
import { fetchLater } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { followTicket } from '../list-store.ts';

// Loaded later, because a first visit does not need them.
const fetchActions = () => import('../actions.ts');
const fetchResolving = () => import('../resolve-and-leave.ts');
fetchLater(fetchActions);
fetchLater(fetchResolving);
const actions = () => fetchCode(fetchActions);
const resolving = () => fetchCode(fetchResolving);

export interface TicketAction extends Action {
  id: 'accept' | 'ignore' | 'return' | 'resolve' | 'reopen' | 'delete';
}

/** Returns the ticket actions available outside its conversation, in order of frequency. */
export const useRowActions = (ticket: TicketView): TicketAction[] => {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const navigate = useNavigate();
  const open = useMatch(paths.ticket(':uuid'))?.params.uuid === ticket.uuid;

  const enter = async (taken: Promise<TicketView | null>) => {
    const saved = await taken;
    if (saved !== null) void navigate(paths.ticket(saved.uuid));
  };
  const leave = async (done: Promise<unknown>) => {
    const result = await done;
    if (open && result !== null && result !== false) void navigate(paths.tickets);
  };

  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd';
  const held = ticket.status === 'open' || ticket.status === 'group';
  const all: (TicketAction | false)[] = [
    (waiting || ticket.status === 'nps') && {
      id: 'accept',
      label: t('action.accept'),
      icon: <CheckRounded />,
      run: () => void enter(actions().then(({ acceptTicket }) => acceptTicket(ticket))),
    },
    waiting &&
      can('tickets:close-pending') && {
        id: 'ignore',
        label: t('action.ignore'),
        icon: <VisibilityOffOutlined />,
        run: () => void leave(actions().then(({ ignoreTicket }) => ignoreTicket(ticket))),
      },
    held && {
      id: 'return',
      label: t('action.return'),
      icon: <UndoRounded />,
      run: () =>
        void actions()
          .then(({ giveBackTicket }) => giveBackTicket(ticket))
          .then((saved) => open && saved !== null && followTicket(saved)),
    },
    held && {
      id: 'resolve',
      label: t('action.resolve'),
      icon: <DoneAllRounded />,
      run: () => void resolving().then(({ resolveAndLeave }) => resolveAndLeave(ticket, navigate)),
    },
    ticket.status === 'closed' && {
      id: 'reopen',
      label: t('action.reopen'),
      icon: <ReplayRounded />,
      run: () => void enter(actions().then(({ reopenTicket }) => reopenTicket(ticket))),
    },
    can('ticket-options:deleteTicket') && {
      id: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlineRounded />,
      danger: true,
      run: () => void leave(actions().then(({ removeTicketForever }) => removeTicketForever(ticket))),
    },
  ];
  return all.filter((action) => action !== false);
};
