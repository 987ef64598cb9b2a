import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import clsx from 'clsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import css from '../../messages/components/message/message.module.css';
import { MarkedText } from '../../messages/components/message/message-text.tsx';
import { discardUnsent, retryUnsent, type UnsentMessage } from '../outbox.ts';

/** A message that is being sent, or was not sent: then with the reason, and buttons to send it again or to discard it. */
export const UnsentBubble = ({ unsent }: { unsent: UnsentMessage }) => {
  const { t } = useTranslation('internal-chats');
  const failed = unsent.state === 'failed';
  return (
    <article
      aria-label={failed ? t('unsent.failed') : t('unsent.sending')}
      className={clsx(css.message, css.own, css.first, css.last)}
    >
      <div className={css.row}>
        <div className={css.bubble}>
          {unsent.file !== null && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, overflowWrap: 'anywhere' }}>
              <InsertDriveFileOutlined aria-hidden />
              <Typography variant="body2">{unsent.file.name}</Typography>
            </Box>
          )}
          {unsent.message !== '' && (
            <div className={css.body}>
              <MarkedText text={unsent.message} />
            </div>
          )}
        </div>
      </div>
      {failed ? (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'flex-end',
            columnGap: 1,
          }}
        >
          <Typography variant="caption" role="alert" sx={{ color: 'error.text' }}>
            {t('unsent.reason', { reason: errorText(unsent.error) })}
          </Typography>
          <Button size="small" onClick={() => retryUnsent(unsent)}>
            {t('unsent.retry')}
          </Button>
          <Button size="small" color="error" onClick={() => discardUnsent(unsent.clientId)}>
            {t('unsent.discard')}
          </Button>
        </Box>
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('unsent.sending')}
        </Typography>
      )}
    </article>
  );
};
