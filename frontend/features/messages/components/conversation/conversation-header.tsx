import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined';
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ColorChip } from '../../../../components/color-chip.tsx';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyMenu } from '../../../../components/lazy-menu.tsx';
import { QueueChip } from '../../../../components/queue-chip.tsx';
import { TagChips } from '../../../../components/tag-chips.tsx';
import { UserAvatar } from '../../../../components/user-avatar.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../../lib/screen/colors.ts';
import { useCommands } from '../../../../lib/screen/commands.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { useShortcuts } from '../../../../lib/screen/shortcuts.ts';
import { loadTexts } from '../../../../lib/texts/i18n.ts';
import { icon, layout } from '../../../../theme/tokens.ts';
import { useSession } from '../../../auth/hooks/use-session.ts';
import {
  acceptTicket,
  giveBackTicket,
  ignoreTicket,
  removeTicketForever,
  reopenTicket,
  resolveTicket,
  toggleIntegration,
} from '../../../tickets/actions.ts';
import { followTicket } from '../../../tickets/list-store.ts';

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'));
const LaneDialog = lazyPart(() => import('./lane-dialog.tsx'));
const LogDialog = lazyPart(() => import('./log-dialog.tsx'));
const ScheduleDialog = lazyPart(async () => {
  const [module] = await Promise.all([
    import('../../../schedules/components/schedule-dialog.tsx'),
    loadTexts(['schedules']),
  ]);
  return { default: module.ScheduleDialog };
});
const TicketNotesDialog = lazyPart(() => import('../../../contacts/components/ticket-notes-dialog.tsx'));

interface ConversationHeaderProps {
  ticket: TicketView;
  /** Little room: what can wait stands in the menu. */
  compact: boolean;
  contactOpen: boolean;
  onToggleContact: () => void;
}

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
  run: () => void;
}

type Dialog = 'transfer' | 'schedule' | 'kanban' | 'notes' | 'log';

const useActs = (ticket: TicketView, open: (dialog: Dialog) => void): { main: Act | null; others: Act[] } => {
  const { can, user } = useSession();
  const navigate = useNavigate();
  const leave = () => void navigate(paths.tickets);
  const attended = ticket.status === 'open' || ticket.status === 'group';
  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd';
  const closed = ticket.status === 'closed';
  const accept: Act = { id: 'accept', icon: <PlayArrowRounded />, run: () => void acceptTicket(ticket) };
  const reopen: Act = { id: 'reopen', icon: <ReplayRounded />, run: () => void reopenTicket(ticket) };
  const resolve: Act = {
    id: 'resolve',
    icon: <CheckCircleOutlineRounded />,
    run: () =>
      void resolveTicket(ticket, ({ uuid }) => void navigate(paths.ticket(uuid))).then(
        (saved) => saved !== null && leave(),
      ),
  };
  const giveBack = () => void giveBackTicket(ticket).then((saved) => saved !== null && followTicket(saved));
  const others: (Act | false)[] = [
    attended && { id: 'return', icon: <UndoRounded />, run: giveBack },
    !closed && { id: 'transfer', icon: <SwapHorizRounded />, run: () => open('transfer') },
    waiting &&
      can('tickets:close-pending') && {
        id: 'ignore',
        icon: <DoNotDisturbOnOutlined />,
        run: () => void ignoreTicket(ticket).then((saved) => saved !== null && leave()),
      },
    user?.plan.useSchedules === true && {
      id: 'schedule',
      icon: <EventOutlined />,
      run: () => open('schedule'),
    },
    user?.plan.useKanban === true && {
      id: 'kanban',
      icon: <ViewKanbanOutlined />,
      run: () => open('kanban'),
    },
    user?.plan.useIntegrations === true &&
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
    main: attended ? resolve : waiting ? accept : closed ? reopen : null,
    others: others.filter((act) => act !== false),
  };
};

/** Whose conversation it is, who attends it, and what can be done with its ticket. */
export const ConversationHeader = ({
  ticket,
  compact,
  contactOpen,
  onToggleContact,
}: ConversationHeaderProps) => {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { main, others } = useActs(ticket, setDialog);
  useShortcuts(
    main?.id === 'resolve'
      ? [
          {
            id: 'conversation.resolve',
            keys: 'Alt+KeyE',
            label: t('act.resolve'),
            run: main.run,
            inFields: true,
          },
        ]
      : [],
  );
  useCommands(
    (main === null ? others : [main, ...others]).map((act) => ({
      id: `conversation.${act.id}`,
      label: t(`act.${act.id}`),
      group: ticket.contact.name,
      icon: act.icon,
      run: act.run,
    })),
  );
  const inBar = compact ? [] : others.filter(({ id }) => id === 'return' || id === 'transfer');
  const inMenu = others.filter((act) => !inBar.includes(act));
  const number = t('number', { id: ticket.id });
  const attendant = ticket.user === null ? t('unassigned') : t('assigned', { name: ticket.user.name });
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: layout.topBar + 8,
        paddingInline: 3,
        paddingBlock: 2,
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconAction
        label={t('back')}
        icon={<ArrowBackRounded />}
        onClick={() => void navigate(paths.tickets)}
        edge="start"
      />
      {!compact && (
        <UserAvatar name={ticket.contact.name} src={ticket.contact.urlPicture} channel={ticket.channel} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, minWidth: 0 }}>
          <Typography variant="h3" component="h1" noWrap title={ticket.contact.name}>
            {ticket.contact.name}
          </Typography>
          {!compact && (
            <Typography
              variant="body2"
              sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}
            >
              {number}
            </Typography>
          )}
        </Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            overflow: 'hidden',
            // What does not fit fades out at the edge instead of shrinking to nothing.
            maskImage: `linear-gradient(to right, black calc(100% - ${icon.medium}px), transparent)`,
            '& > *': { flexShrink: 0 },
          }}
        >
          <Typography
            variant="caption"
            noWrap
            sx={{ color: 'text.secondary', marginInlineEnd: 1, maxWidth: '60%' }}
          >
            {compact ? `${number} · ${attendant}` : attendant}
          </Typography>
          <QueueChip queue={ticket.queue} />
          {!compact && ticket.whatsapp !== null && (
            <ColorChip label={ticket.whatsapp.name} color={DEFAULT_QUEUE_COLOR} />
          )}
          {!compact && <TagChips tags={[...ticket.tags, ...ticket.contact.tags]} />}
        </Box>
      </Box>
      {inBar.map((act) => (
        <IconAction key={act.id} label={t(`act.${act.id}`)} icon={act.icon} onClick={act.run} />
      ))}
      {main !== null && (
        <Button
          variant={main.id === 'resolve' ? 'outlined' : 'contained'}
          startIcon={compact ? undefined : main.icon}
          onClick={main.run}
          size="small"
          sx={{ flexShrink: 0 }}
        >
          {t(`act.${main.id}`)}
        </Button>
      )}
      <IconAction
        label={t('contactDetails')}
        icon={<InfoOutlined />}
        active={contactOpen}
        onClick={onToggleContact}
      />
      <IconAction
        label={t('more')}
        icon={<MoreVertRounded />}
        aria-haspopup="menu"
        edge="end"
        onClick={(event) => setMenu(event.currentTarget)}
      />
      <LazyMenu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
        {inMenu.map((act) => (
          <MenuItem
            key={act.id}
            onClick={() => {
              setMenu(null);
              act.run();
            }}
          >
            <ListItemIcon>{act.icon}</ListItemIcon>
            {t(`act.${act.id}`)}
          </MenuItem>
        ))}
      </LazyMenu>
      <Suspense fallback={null}>
        {dialog === 'transfer' && <TransferDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'schedule' && (
          <ScheduleDialog
            place={{ contact: ticket.contact, queueId: ticket.queueId, whatsappId: ticket.whatsappId }}
            onClose={() => setDialog(null)}
            onSaved={() => void navigate(paths.schedules)}
          />
        )}
        {dialog === 'kanban' && <LaneDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'notes' && <TicketNotesDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'log' && <LogDialog ticket={ticket} onClose={() => setDialog(null)} />}
      </Suspense>
    </Box>
  );
};
