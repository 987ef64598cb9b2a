import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReplyFacts } from '@prosa/shared/rules/reply-window.ts';
import { useWatch } from 'react-hook-form';
import { instantOfLocal } from '../../../lib/texts/local-time.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useReplyTexts } from '../../tickets/hooks/use-reply-texts.ts';
import { useChosenConnection } from '../use-chosen-connection.ts';
import { windowAt } from '../window-at.ts';
import { keepFocus } from './scheduled-template.tsx';

/** A contact on a connection, with the times from which its reply window is computed. */
export interface KnownWindow {
  contactId: number;
  connectionId: number | null;
  facts: ReplyFacts | undefined;
}

interface WindowHintProps {
  known: KnownWindow | undefined;
  /** Opens the choice of a template, which needs no window; undefined on a channel without templates. */
  onTemplate: (() => void) | undefined;
}

/** Says that a scheduled message will not be sent, or may not be, because of the connection's reply window. */
export const WindowHint = ({ known, onTemplate }: WindowHintProps) => {
  const { t } = useTranslation('schedules');
  const texts = useReplyTexts();
  const [contactId, connectionId, sendAt, times]: readonly unknown[] = useWatch({
    name: ['contactId', 'whatsappId', 'sendAt', 'enviarQuantasVezes'],
  });
  const can = useChosenConnection()?.can;
  if (can === undefined || can.replyWindow === null) return null;
  // Later repetitions depend on what the contact writes until then.
  const isKnown = known?.contactId === contactId && known?.connectionId === connectionId && times === 1;
  const dueMs = Date.parse((typeof sendAt === 'string' ? instantOfLocal(sendAt) : null) ?? '');
  const window = windowAt(can, isKnown ? known?.facts : undefined, dueMs);
  if (window === 'free') return null;
  return (
    <Alert severity={window === 'closed' ? 'warning' : 'info'}>
      {t(`window.${window}`, { span: texts.span({ ...can.replyWindow, taggedMs: null }) })}
      {onTemplate !== undefined && (
        <>
          {` ${t('window.template')}`}
          <Button
            size="small"
            color="inherit"
            onClick={onTemplate}
            onMouseDown={keepFocus}
            sx={{ display: 'block', marginTop: 1, marginInlineStart: -1 }}
          >
            {t('template.choose')}
          </Button>
        </>
      )}
    </Alert>
  );
};
