import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../lib/api/api-client.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { notifyError } from '../../../../lib/screen/notify.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useSession } from '../../../auth/hooks/use-session.ts';
import { connectionList } from '../../../directory/connection-list.ts';
import { putMessages } from '../../apply-message-event.ts';

/** Delay before the banner shows, because a restarting connection is back sooner. */
const PATIENCE_MS = 3000;
const COMING_BACK: ReadonlySet<string> = new Set(['OPENING', 'TIMEOUT']);

/** Number of unsent messages from which a joint retry is offered; a single message has its own button. */
const MANY = 2;
/**
 * Maximum number of calls: each retries forty messages, and the server searches no more messages than these calls
 * cover.
 */
const MAX_ROUNDS = 5;

const resendAll = async (ticketId: number): Promise<void> => {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { messages, hasMore } = await call(messageRoutes.resendAll, { params: { ticketId } });
    putMessages(queryClient, messages);
    if (!hasMore) return;
  }
};

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  paddingInline: 4,
  paddingBlock: 2,
  bgcolor: 'warning.soft',
  color: 'warning.text',
} as const;

/** Offers to retry the messages that failed while the number was disconnected. */
const StayedBar = ({ ticketId, count }: { ticketId: number; count: number }) => {
  const { t } = useTranslation('messages');
  const resending = useMutation({ mutationFn: () => resendAll(ticketId), onError: notifyError });
  return (
    <Box sx={BAR}>
      <Typography variant="body2" sx={{ flex: '1 1 240px' }}>
        {t('stayed', { count })}
      </Typography>
      <Button size="small" color="inherit" loading={resending.isPending} onClick={() => resending.mutate()}>
        {t('resendAll')}
      </Button>
    </Box>
  );
};

/**
 * Shows that a conversation's number is disconnected and what happens to messages meanwhile; after reconnecting,
 * shows that some were not sent.
 * @param stayed number of messages that were not sent
 */
export const ConnectionBanner = ({ ticket, stayed }: { ticket: TicketView; stayed: number }) => {
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
        <Box sx={BAR}>
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
      {status === 'CONNECTED' && stayed >= MANY && <StayedBar ticketId={ticket.id} count={stayed} />}
    </Box>
  );
};
