import CheckRounded from '@mui/icons-material/CheckRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import {
  acceptTicket,
  giveBackTicket,
  ignoreTicket,
  removeTicketForever,
  reopenTicket,
  resolveTicket,
} from '../actions.ts';
import { followTicket } from '../list-store.ts';

export interface TicketAction {
  id: 'accept' | 'ignore' | 'return' | 'resolve' | 'reopen' | 'delete';
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
}

/** What can be done with a ticket from outside its conversation, in the order people reach for it. */
export const useRowActions = (ticket: TicketView): TicketAction[] => {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const navigate = useNavigate();
  const open = useMatch(paths.ticket(':uuid'))?.params.uuid === ticket.uuid;

  const enterTicket = ({ uuid }: TicketView) => void navigate(paths.ticket(uuid));
  const enter = async (taken: Promise<TicketView | null>) => {
    const saved = await taken;
    if (saved === null) return;
    enterTicket(saved);
  };
  const leave = async (done: Promise<unknown>) => {
    const result = await done;
    if (open && result !== null && result !== false) void navigate(paths.tickets);
  };

  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd';
  const held = ticket.status === 'open' || ticket.status === 'group';
  const all: (TicketAction | false)[] = [
    ticket.status === 'pending' && {
      id: 'accept',
      label: t('action.accept'),
      icon: <CheckRounded />,
      run: () => void enter(acceptTicket(ticket)),
    },
    waiting &&
      can('tickets:close-pending') && {
        id: 'ignore',
        label: t('action.ignore'),
        icon: <VisibilityOffOutlined />,
        run: () => void leave(ignoreTicket(ticket)),
      },
    held && {
      id: 'return',
      label: t('action.return'),
      icon: <UndoRounded />,
      run: () => void giveBackTicket(ticket).then((saved) => open && saved !== null && followTicket(saved)),
    },
    held && {
      id: 'resolve',
      label: t('action.resolve'),
      icon: <DoneAllRounded />,
      run: () => void leave(resolveTicket(ticket, (back) => open && enterTicket(back))),
    },
    ticket.status === 'closed' && {
      id: 'reopen',
      label: t('action.reopen'),
      icon: <ReplayRounded />,
      run: () => void enter(reopenTicket(ticket)),
    },
    can('ticket-options:deleteTicket') && {
      id: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlineRounded />,
      danger: true,
      run: () => void leave(removeTicketForever(ticket)),
    },
  ];
  return all.filter((action) => action !== false);
};
