import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import type { TicketConflict } from '../dialogs-store.ts';

/**
 * Shows which user has the ticket and in which queue, or that it waits there. Offers to open it if it is the user's
 * own.
 */
export const ConflictDialog = ({ conflict, onClose }: { conflict: TicketConflict; onClose: () => void }) => {
  const { t } = useTranslation('tickets');
  const titleId = useId();
  const navigate = useNavigate();
  const user = useUser();
  const mine = conflict.userId === user.id;
  const state = mine ? 'mine' : conflict.user === null ? 'waiting' : 'taken';
  const text = t(`conflict.${state}.${conflict.queue === null ? 'noQueue' : 'inQueue'}`, {
    name: conflict.user?.name,
    queue: conflict.queue?.name,
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t('conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', marginBottom: 3 }}>{text}</Typography>
        {conflict.queue !== null && <QueueChip queue={conflict.queue} />}
      </DialogContent>
      <DialogActions>
        {mine && (
          <Button
            onClick={() => {
              onClose();
              void navigate(paths.ticket(conflict.uuid));
            }}
          >
            {t('conflict.open')}
          </Button>
        )}
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('conflict.ok')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
