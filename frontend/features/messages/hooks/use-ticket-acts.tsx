import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined';
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import {
  acceptTicket,
  giveBackTicket,
  ignoreTicket,
  removeTicketForever,
  reopenTicket,
  toggleIntegration,
} from '../../tickets/actions.ts';
import { followTicket } from '../../tickets/list-store.ts';
import { resolveAndLeave } from '../../tickets/resolve-and-leave.ts';

interface Act {
  id:
    | 'accept'
    | 'reopen'
    | 'resolve'
    | 'return'
    | 'transfer'
    | 'ignore'
    | 'schedule'
    | 'kanban'
    | 'integrationOn'
    | 'integrationOff'
    | 'notes'
    | 'export'
    | 'log'
    | 'delete';
  icon: ReactNode;
  /** Keyboard shortcut. */
  keys?: string;
  run: () => void;
}

/** Ticket actions that open a dialog. */
export type TicketDialog = 'transfer' | 'schedule' | 'kanban' | 'notes' | 'log';

/** Returns the signed-in user's actions on a ticket: the main action and all others. */
export const useTicketActs = (
  ticket: TicketView,
  open: (dialog: TicketDialog) => void,
): { main: Act | null; others: Act[] } => {
  const { can, user } = useSession();
  const navigate = useNavigate();
  const leave = () => void navigate(paths.tickets);
  const attended = ticket.status === 'open' || ticket.status === 'group';
  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd';
  const closed = ticket.status === 'closed';
  const accept: Act = {
    id: 'accept',
    icon: <PlayArrowRounded />,
    keys: 'Alt+KeyA',
    run: () => void acceptTicket(ticket),
  };
  const reopen: Act = { id: 'reopen', icon: <ReplayRounded />, run: () => void reopenTicket(ticket) };
  const resolve: Act = {
    id: 'resolve',
    icon: <CheckCircleOutlineRounded />,
    keys: 'Alt+KeyE',
    run: () => void resolveAndLeave(ticket, navigate),
  };
  const giveBack = () => void giveBackTicket(ticket).then((saved) => saved !== null && followTicket(saved));
  const others: (Act | false)[] = [
    attended && { id: 'return', icon: <UndoRounded />, run: giveBack },
    !closed && { id: 'transfer', icon: <SwapHorizRounded />, keys: 'Alt+KeyR', run: () => open('transfer') },
    waiting &&
      can('tickets:close-pending') && {
        id: 'ignore',
        icon: <DoNotDisturbOnOutlined />,
        run: () => void ignoreTicket(ticket).then((saved) => saved !== null && leave()),
      },
    user?.company.plan.useSchedules === true && {
      id: 'schedule',
      icon: <EventOutlined />,
      run: () => open('schedule'),
    },
    user?.company.plan.useKanban === true && {
      id: 'kanban',
      icon: <ViewKanbanOutlined />,
      run: () => open('kanban'),
    },
    user?.company.plan.useIntegrations === true &&
      ticket.integrationId !== null && {
        id: ticket.useIntegration ? 'integrationOff' : 'integrationOn',
        icon: <SmartToyOutlined />,
        run: () => void toggleIntegration(ticket),
      },
    { id: 'notes', icon: <StickyNote2Outlined />, run: () => open('notes') },
    {
      id: 'export',
      icon: <PictureAsPdfOutlined />,
      run: () => void globalThis.open(paths.ticketPrint(ticket.uuid), '_blank', 'noopener'),
    },
    { id: 'log', icon: <HistoryRounded />, run: () => open('log') },
    can('ticket-options:deleteTicket') && {
      id: 'delete',
      icon: <DeleteOutlineRounded />,
      run: () => void removeTicketForever(ticket).then((gone) => gone && leave()),
    },
  ];
  return {
    main: attended ? resolve : closed ? reopen : accept,
    others: others.filter((act) => act !== false),
  };
};
