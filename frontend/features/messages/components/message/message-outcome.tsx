import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import type { ReactNode } from 'react';
import { reasonText } from '../../../../lib/api/error-text.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { discardPending, PENDING_PREFIX } from '../../pending-store.ts';
import { isWaitingForLine } from '../../pending-view.ts';

interface OutcomeProps {
  message: MessageView;
  onResend: (message: MessageView) => void;
}

type Tone = 'text.secondary' | 'error.text' | 'warning.text';

const Line = ({ tone, text, children }: { tone: Tone; text: string; children?: ReactNode }) => (
  <Box
    role="status"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 1,
      justifyContent: 'flex-end',
      paddingInline: 2,
    }}
  >
    <Typography variant="caption" sx={{ color: tone }}>
      {text}
    </Typography>
    {children}
  </Box>
);

const Resend = ({ message, onResend }: OutcomeProps) => {
  const { t } = useTranslation('messages');
  return (
    <Button size="small" onClick={() => onResend(message)}>
      {t('resend')}
    </Button>
  );
};

const Discard = ({ message }: Pick<OutcomeProps, 'message'>) => {
  const { t } = useTranslation('messages');
  const { id, clientId } = message;
  if (!id.startsWith(PENDING_PREFIX) || clientId === null) return null;
  return (
    <Button size="small" color="inherit" onClick={() => discardPending(clientId)}>
      {t('discard')}
    </Button>
  );
};

/** An edit or deletion that failed to reach the contact; the user who requested it may retry. */
const FailedChange = ({
  message,
  change,
  onResend,
}: OutcomeProps & { change: NonNullable<MessageView['failedChange']> }) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const authorId = message.user?.id ?? null;
  const isOpen = Date.now() - Date.parse(message.createdAt) < EDIT_WINDOW_MS;
  const mayRepeat =
    change.type === 'edit' ? authorId === user.id && isOpen : mayDeleteMessage(authorId, user);
  const text =
    change.state === 'unknown'
      ? t(`changeFailure.${change.type}Unknown`)
      : t(`changeFailure.${change.type}`, { reason: reasonText(change.error) });
  return (
    <Line tone={change.state === 'failed' ? 'error.text' : 'warning.text'} text={text}>
      {mayRepeat && <Resend message={message} onResend={onResend} />}
    </Line>
  );
};

/** Shows why the user's own message or its change was not sent, and the available actions. */
export const MessageOutcome = ({ message, onResend }: OutcomeProps) => {
  const { t } = useTranslation('messages');
  const { sendState, sendError, failedChange } = message;
  if (failedChange !== null)
    return <FailedChange message={message} change={failedChange} onResend={onResend} />;
  if (isWaitingForLine(message)) {
    return (
      <Line tone="text.secondary" text={t('waitsForLine')}>
        <Discard message={message} />
      </Line>
    );
  }
  if (sendState !== 'failed' && sendState !== 'unknown') return null;
  const isFailed = sendState === 'failed';
  return (
    <Line
      tone={isFailed ? 'error.text' : 'warning.text'}
      text={isFailed ? t('failure.failed', { reason: reasonText(sendError) }) : t('failure.unknown')}
    >
      <Resend message={message} onResend={onResend} />
      <Discard message={message} />
    </Line>
  );
};
