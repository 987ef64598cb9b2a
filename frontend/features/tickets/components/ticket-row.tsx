import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type MouseEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { ColorChip } from '../../../components/color-chip.tsx';
import { CountBadge } from '../../../components/count-badge.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { TagChips } from '../../../components/tag-chips.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { formatWhen, truncate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { font, icon, layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { draftStore, hasDraft } from '../../conversation/drafts.ts';
import { previewText } from '../preview-text.ts';
import { TicketRowActions } from './ticket-row-actions.tsx';
import { TicketRowMenu } from './ticket-row-menu.tsx';

const NAME_MAX = 60;
const PREVIEW_MAX = 40;

export interface MenuPosition {
  top: number;
  left: number;
}

/** A ticket in the list: who, when, what was said last, and where it belongs. */
export const TicketRow = memo(({ ticket, selected }: { ticket: TicketView; selected: boolean }) => {
  const { t } = useTranslation('tickets');
  const user = useUser();
  const [menu, setMenu] = useState<MenuPosition | null>(null);
  // What is being written stands in the composer already.
  const drafted = useStore(draftStore, ({ texts }) => hasDraft(texts, user.id, ticket.uuid)) && !selected;
  const unread = ticket.unreadMessages > 0;
  const preview =
    ticket.lastMessage === '' ? t('noMessage') : truncate(previewText(ticket.lastMessage), PREVIEW_MAX);
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    setMenu({ top: event.clientY, left: event.clientX });
  };
  return (
    <Box
      onContextMenu={openMenu}
      sx={{
        position: 'relative',
        height: '100%',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        paddingInline: 4,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: selected ? 'primary.soft' : 'transparent',
        '&:hover': { bgcolor: selected ? 'primary.soft' : 'action.hover' },
        '& .row-actions': { opacity: 0 },
        '&:hover .row-actions, &:focus-within .row-actions': { opacity: 1 },
        '@media (hover: none)': { '& .row-actions': { opacity: 1 } },
        '@media (hover: hover)': { '&:hover .row-time, &:focus-within .row-time': { visibility: 'hidden' } },
      }}
    >
      <UserAvatar name={ticket.contact.name} src={ticket.contact.urlPicture} channel={ticket.channel} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
          <Typography
            component={Link}
            to={paths.ticket(ticket.uuid)}
            aria-current={selected ? 'page' : undefined}
            noWrap
            sx={{
              flex: 1,
              minWidth: 0,
              color: 'text.primary',
              textDecoration: 'none',
              lineHeight: 1.35,
              fontWeight: unread ? font.weight.strong : font.weight.medium,
              // The whole row is the link; buttons lie above it.
              '&::after': { content: '""', position: 'absolute', inset: 0 },
              '&:focus-visible': { outline: 'none' },
              '&:focus-visible::after': {
                outline: '2px solid var(--mui-palette-primary-text)',
                outlineOffset: '-2px',
              },
            }}
          >
            {truncate(ticket.contact.name, NAME_MAX)}
          </Typography>
          <Typography
            className="row-time"
            variant="caption"
            component="time"
            dateTime={ticket.updatedAt}
            sx={{
              color: unread ? 'primary.text' : 'text.secondary',
              fontWeight: unread ? font.weight.strong : font.weight.regular,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {formatWhen(ticket.updatedAt)}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, height: 20 }}>
          <Typography
            variant="body2"
            noWrap
            sx={{
              flex: 1,
              lineHeight: 1.35,
              color: unread ? 'text.primary' : 'text.secondary',
              fontWeight: unread ? font.weight.medium : font.weight.regular,
            }}
          >
            {drafted && (
              <Box
                component="span"
                sx={{ color: 'warning.text', fontWeight: font.weight.medium, marginInlineEnd: 1 }}
              >
                {t('draft')}
              </Box>
            )}
            {preview}
          </Typography>
          {unread && (
            <CountBadge count={ticket.unreadMessages} label={t('unread', { count: ticket.unreadMessages })} />
          )}
        </Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            minWidth: 0,
            overflow: 'hidden',
            height: layout.avatar.small,
            // What does not fit fades out at the edge instead of shrinking to nothing.
            maskImage: `linear-gradient(to right, black calc(100% - ${icon.medium}px), transparent)`,
            '& .MuiChip-root': { height: 18, flexShrink: 0, maxWidth: '60%' },
          }}
        >
          <QueueChip queue={ticket.queue} />
          {ticket.whatsapp !== null && (
            <Chip
              size="small"
              variant="outlined"
              label={ticket.whatsapp.name}
              sx={{ color: 'text.secondary', borderColor: 'divider' }}
            />
          )}
          {ticket.isGroup && (
            <Chip
              size="small"
              variant="outlined"
              label={t('group')}
              sx={{ color: 'text.secondary', borderColor: 'divider' }}
            />
          )}
          {user.profile === 'admin' && ticket.user !== null && (
            <ColorChip label={ticket.user.name} color={ticket.user.color} />
          )}
          <TagChips tags={ticket.contact.tags} />
        </Box>
      </Box>
      <TicketRowActions ticket={ticket} onMore={setMenu} />
      {menu !== null && <TicketRowMenu ticket={ticket} position={menu} onClose={() => setMenu(null)} />}
    </Box>
  );
});
TicketRow.displayName = 'TicketRow';
