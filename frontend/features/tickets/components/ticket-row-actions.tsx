import MoreVertRounded from '@mui/icons-material/MoreVertRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../components/icon-action.tsx';
import { useRowActions } from '../hooks/use-row-actions.tsx';
import type { MenuPosition } from './ticket-row.tsx';

/** The row's buttons: accepting always shows; the rest on hover, and behind one button where there is none. */
export const TicketRowActions = ({
  ticket,
  onMore,
}: {
  ticket: TicketView;
  onMore: (position: MenuPosition) => void;
}) => {
  const { t } = useTranslation('tickets');
  const hovers = useMediaQuery('(hover: hover)', { noSsr: true });
  const actions = useRowActions(ticket);
  const accept = actions.find(({ id }) => id === 'accept');
  const quick = actions.filter(({ id }) => id === 'return' || id === 'resolve' || id === 'reopen');
  return (
    <>
      {hovers && quick.length > 0 && (
        <Box
          className="row-actions"
          sx={{
            position: 'absolute',
            right: (theme) => theme.spacing(3),
            zIndex: 1,
            display: 'flex',
            gap: 1,
            bgcolor: 'background.raised',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            padding: '2px',
          }}
        >
          {quick.map((action) => (
            <IconAction
              key={action.id}
              size="small"
              label={action.label}
              icon={action.icon}
              onClick={action.run}
            />
          ))}
        </Box>
      )}
      {accept !== undefined && (
        <Button
          size="small"
          variant="outlined"
          onClick={accept.run}
          aria-label={t('action.acceptName', { name: ticket.contact.name })}
          sx={{ position: 'relative', zIndex: 1, flexShrink: 0, bgcolor: 'background.paper' }}
        >
          {accept.label}
        </Button>
      )}
      {!hovers && actions.length > (accept === undefined ? 0 : 1) && (
        <IconAction
          size="small"
          label={t('action.more')}
          icon={<MoreVertRounded />}
          aria-haspopup="menu"
          onClick={(event) => {
            const { bottom, left } = event.currentTarget.getBoundingClientRect();
            onMore({ top: bottom, left });
          }}
          sx={{ zIndex: 1, marginRight: -2 }}
        />
      )}
    </>
  );
};
