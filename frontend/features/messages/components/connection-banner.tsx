import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { connectionList } from '../../connections/connection-list.ts';

/** A connection that starts anew is back before anyone has read of it. */
const PATIENCE_MS = 3000;
const COMING_BACK: ReadonlySet<string> = new Set(['OPENING', 'TIMEOUT']);

/** Says that a conversation's number is not connected, and what happens to messages meanwhile. */
export const ConnectionBanner = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('messages');
  const { can } = useSession();
  const navigate = useNavigate();
  const { data: status } = useQuery({
    ...connectionList,
    meta: { silent: true },
    select: (connections) => connections.find(({ id }) => id === ticket.whatsappId)?.status,
  });
  const isOpening = status === 'OPENING';
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setPatient(true);
    };
  }, [isOpening]);
  const isDown = status !== undefined && status !== 'CONNECTED' && !(isOpening && isPatient);
  const name = ticket.whatsapp?.name ?? '';
  return (
    <Box role="status">
      {isDown && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 2,
            paddingInline: 4,
            paddingBlock: 2,
            bgcolor: 'warning.soft',
            color: 'warning.text',
          }}
        >
          <Typography variant="body2" sx={{ flex: '1 1 240px' }}>
            <strong>{t(COMING_BACK.has(status) ? 'connection.coming' : 'connection.down', { name })}</strong>{' '}
            {t('connection.meanwhile', { seconds: SEND_WAIT_MS / 1000 })}
          </Typography>
          {can('drawer-admin-items:view') && (
            <Button size="small" color="inherit" onClick={() => void navigate(paths.connections)}>
              {t('connection.open')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
};
