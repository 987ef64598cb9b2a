import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { formatCount, formatPhone, formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font, layout } from '../../../theme/tokens.ts';
import type { TicketList } from '../hooks/use-ticket-list.ts';
import { listStore, setList } from '../list-store.ts';
import { markWords } from '../mark-words.ts';
import { isNumberFound } from '../number-found.ts';

/** The number of tickets that a search has found so far, and a checkbox that includes messages in it. */
export const SearchBar = ({ list: { tickets = [], found, hasMore } }: { list: TicketList }) => {
  const { t } = useTranslation('ticket-search');
  const searchOnMessages = useStore(listStore, (state) => state.searchOnMessages);
  const messages = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  const counted = (key: 'tickets' | 'messages', count: number) =>
    count === 0 ? [] : [t(key, { count, shown: formatCount(count, hasMore) })];
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexShrink: 0,
        paddingInline: 4,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={searchOnMessages}
            onChange={(_, on) => setList({ searchOnMessages: on })}
          />
        }
        label={<Typography variant="body2">{t('inMessages')}</Typography>}
        sx={{ minWidth: 0 }}
      />
      <Typography
        role="status"
        variant="caption"
        noWrap
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {[...counted('tickets', tickets.length), ...counted('messages', messages)].join(' · ')}
      </Typography>
    </Box>
  );
};

/** A text in which the words of a search are marked. */
export const MarkedWords = ({ text, search }: { text: string; search: string }) =>
  markWords(text, search).map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : part.text));

interface FoundLineProps {
  ticket: TicketView;
  found: readonly FoundMessage[] | undefined;
  search: string;
  /** The ticket's last message, shown when only the name was found. */
  children: ReactNode;
}

/** A found ticket: its number, the newest found message, and a menu of all found messages. */
export const FoundLine = ({ ticket, found = [], search, children }: FoundLineProps) => {
  const [newest] = found;
  const { number } = ticket.contact;
  const numberFound = !ticket.isGroup && isNumberFound(number, search);
  if (newest === undefined && !numberFound) return children;
  return (
    <>
      {/* Before the text, because the row's actions appear over its end. */}
      {found.length > 1 && <FoundMenu ticket={ticket} found={found} search={search} />}
      <span className="cut preview">
        {numberFound && <mark>{formatPhone(number)}</mark>}
        {numberFound && newest !== undefined && ' · '}
        {newest !== undefined && <MarkedWords text={newest.text} search={search} />}
      </span>
    </>
  );
};

const FoundMenu = ({
  ticket,
  found,
  search,
}: Omit<FoundLineProps, 'children'> & { found: readonly FoundMessage[] }) => {
  const { t } = useTranslation('ticket-search');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t('messages', { count: found.length, shown: formatCount(found.length) });
  return (
    <>
      <ButtonBase
        className="above"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'primary.text', fontSize: font.caption, fontWeight: font.weight.medium }}
      >
        {label}
      </ButtonBase>
      <LazyMenu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-label': label },
          paper: {
            sx: {
              maxWidth: `min(${layout.dialogNarrow}px, calc(100% - 32px))`,
              '& mark': { bgcolor: 'primary.soft', color: 'primary.text', fontWeight: font.weight.medium },
            },
          },
        }}
      >
        {found.map(({ messageId, text, createdAt }) => (
          <MenuItem
            key={messageId}
            component={Link}
            to={paths.ticket(ticket.uuid, messageId)}
            onClick={() => setAnchor(null)}
            sx={{ gap: 3 }}
          >
            <Typography variant="body2" noWrap sx={{ flex: 1 }}>
              <MarkedWords text={text} search={search} />
            </Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {formatWhen(createdAt)}
            </Typography>
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
