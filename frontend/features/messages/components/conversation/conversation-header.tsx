import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type ComponentType, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { ActionMenu } from '../../../../components/action-menu.tsx';
import { ColorChip } from '../../../../components/color-chip.tsx';
import { IconAction } from '../../../../components/icon-action.tsx';
import { QueueChip } from '../../../../components/queue-chip.tsx';
import { TagChips } from '../../../../components/tag-chips.tsx';
import { UserAvatar } from '../../../../components/user-avatar.tsx';
import { DEFAULT_QUEUE_COLOR } from '../../../../lib/screen/colors.ts';
import { useCommands } from '../../../../lib/screen/commands.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { useShortcuts } from '../../../../lib/screen/shortcuts.ts';
import { useStateFor } from '../../../../lib/screen/use-state-for.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, layout } from '../../../../theme/tokens.ts';
import { type TicketDialog, useTicketActs } from '../../hooks/use-ticket-acts.tsx';

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'));
const LaneDialog = lazyPart(() => import('./lane-dialog.tsx'));
const LogDialog = lazyPart(() => import('./log-dialog.tsx'));
const TicketNotesDialog = lazyPart(() => import('../../../contacts/components/ticket-notes-dialog.tsx'));

/** A dialog of a feature that comes after this one. */
export type TicketPart = ComponentType<{ ticket: TicketView; onClose: () => void }>;

interface ConversationHeaderProps {
  ticket: TicketView;
  /** The dialog for scheduling a message to the ticket's contact. */
  ScheduleDialog: TicketPart;
  /** Whether space is limited: less important actions are in the menu. */
  compact: boolean;
  contactOpen: boolean;
  onToggleContact: () => void;
}

/** The conversation's header: contact, attendant, and the ticket's actions. */
export const ConversationHeader = ({
  ticket,
  ScheduleDialog,
  compact,
  contactOpen,
  onToggleContact,
}: ConversationHeaderProps) => {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const [menu, setMenu] = useStateFor<HTMLElement | null>(ticket.uuid, () => null);
  // Reset for each ticket, so that an open dialog closes when the conversation changes.
  const [dialog, setDialog] = useStateFor<TicketDialog | null>(ticket.uuid, () => null);
  const { main, others } = useTicketActs(ticket, setDialog);
  const acts = main === null ? others : [main, ...others];
  useShortcuts(
    acts.flatMap(({ id, keys, run }) =>
      keys === undefined
        ? []
        : [{ id: `conversation.${id}`, keys, inFields: true, label: t(`act.${id}`), run }],
    ),
  );
  useCommands(
    acts.map((act) => ({
      id: `conversation.${act.id}`,
      label: t(`act.${act.id}`),
      group: ticket.contact.name,
      icon: act.icon,
      isFirst: true,
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
            // Content that does not fit fades out at the edge instead of shrinking to nothing.
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
      <ActionMenu
        title={ticket.contact.name}
        at={menu}
        onClose={() => setMenu(null)}
        actions={inMenu.map((act) => ({ ...act, label: t(`act.${act.id}`), danger: act.id === 'delete' }))}
      />
      <Suspense fallback={null}>
        {dialog === 'transfer' && (
          <TransferDialog
            ticket={ticket}
            onClose={() => setDialog(null)}
            onTransferred={() => void navigate(paths.tickets)}
          />
        )}
        {dialog === 'schedule' && <ScheduleDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'kanban' && <LaneDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'notes' && <TicketNotesDialog ticket={ticket} onClose={() => setDialog(null)} />}
        {dialog === 'log' && <LogDialog ticket={ticket} onClose={() => setDialog(null)} />}
      </Suspense>
    </Box>
  );
};
