import CallOutlined from '@mui/icons-material/CallOutlined';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import ListRounded from '@mui/icons-material/ListRounded';
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded';
import ReplyRounded from '@mui/icons-material/ReplyRounded';
import Box from '@mui/material/Box';
import MuiButton from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Button, InteractiveContent } from '@prosa/shared/messaging/rich-content.ts';
import { formatBrl } from '@prosa/shared/rules/format-brl.ts';
import type { ReactNode } from 'react';
import { notifyError, notifyInfo, notifySuccess, notifyWarning } from '../../../../lib/screen/notify.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { font } from '../../../../theme/tokens.ts';
import { safeHref } from '../../message-markup.ts';
import { MessageText } from './message-text.tsx';

/** A notice that takes longer to read than a short confirmation. */
const READ_MS = 6000;

const useCopy = () => {
  const { t } = useTranslation('messages');
  return (text: string) => {
    if (text === '') notifyWarning(t('interactive.noContent'));
    else navigator.clipboard.writeText(text).then(() => notifySuccess(t('interactive.copied')), notifyError);
  };
};

interface ActionProps {
  icon: ReactNode;
  label: string;
  /** A small explanation below it. */
  hint?: string;
  href?: string | undefined;
  onClick?: () => void;
}

const Action = ({ icon, label, hint = '', href, onClick }: ActionProps) => (
  <Box sx={{ borderTop: '1px solid', borderColor: 'divider', paddingTop: 1, textAlign: 'center' }}>
    <MuiButton
      size="small"
      fullWidth
      startIcon={icon}
      sx={{ overflowWrap: 'anywhere' }}
      {...(href === undefined ? { onClick } : { href, target: '_blank', rel: 'noopener noreferrer' })}
    >
      {label}
    </MuiButton>
    {hint !== '' && (
      <Typography
        variant="caption"
        component="p"
        sx={{ color: 'text.secondary', overflowWrap: 'anywhere', userSelect: 'text' }}
      >
        {hint}
      </Typography>
    )}
  </Box>
);

/** Returns a link's host, so that its destination is visible without opening it. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

const ButtonAction = ({ button }: { button: Button }) => {
  const { t } = useTranslation('messages');
  const copy = useCopy();
  switch (button.action) {
    case 'reply':
      return (
        <Typography
          variant="body2"
          sx={{ borderTop: '1px solid', borderColor: 'divider', paddingTop: 1, textAlign: 'center' }}
        >
          {button.title}
        </Typography>
      );
    case 'url': {
      const href = safeHref(button.url);
      return (
        <Action
          icon={<OpenInNewRounded />}
          label={button.title}
          hint={hostOf(button.url)}
          href={href}
          onClick={() => notifyWarning(t('interactive.noLink'))}
        />
      );
    }
    case 'copy':
      return (
        <Action
          icon={<ContentCopyRounded />}
          // The copy button of a template may have no text of its own.
          label={button.title === '' ? t('interactive.copyCode') : button.title}
          hint={button.code}
          onClick={() => copy(button.code)}
        />
      );
    case 'call':
      return (
        <Action
          icon={<CallOutlined />}
          label={button.title}
          hint={button.number}
          onClick={() => notifyInfo(t('call.usePhone'), READ_MS)}
        />
      );
  }
};

const Words = ({ title, text, footer }: { title: string; text: string; footer: string }) => (
  <>
    {title !== '' && (
      <Typography variant="body1" sx={{ fontWeight: 'fontWeightBold', overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
    )}
    {text !== '' && (
      <Typography component="div" variant="message" sx={{ maxWidth: `${font.measureCh}ch` }}>
        <MessageText text={text} />
      </Typography>
    )}
    {footer !== '' && (
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {footer}
      </Typography>
    )}
  </>
);

const Pix = ({ content }: { content: Extract<InteractiveContent, { kind: 'pix' }> }) => {
  const { t } = useTranslation('messages');
  const copy = useCopy();
  const { title, merchantName, amountCents, keyType, pixKey } = content;
  return (
    <>
      <Words title={title} text={merchantName} footer="" />
      {amountCents > 0 && (
        <Typography variant="h2" component="p">
          {formatBrl(amountCents)}
        </Typography>
      )}
      <Action
        icon={<ContentCopyRounded />}
        label={t('interactive.copyKey')}
        hint={t('interactive.key', { type: t(`interactive.keyType.${keyType}`), key: pixKey })}
        onClick={() => copy(pixKey)}
      />
    </>
  );
};

interface InteractiveCardProps {
  content: InteractiveContent;
  /** Shows the choices of a menu or of answers; absent where choosing is impossible. */
  onChoose?: (() => void) | undefined;
}

/** A message with interactive elements, as on the customer's phone. */
export const InteractiveCard = ({ content, onChoose }: InteractiveCardProps) => {
  const { t } = useTranslation('messages');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 200 }}>
      {content.kind === 'pix' && <Pix content={content} />}
      {content.kind === 'list' && (
        <>
          <Words {...content} />
          <Action icon={<ListRounded />} label={content.button} onClick={() => onChoose?.()} />
        </>
      )}
      {content.kind === 'buttons' && (
        <>
          <Words {...content} />
          {content.buttons
            .map((button, id) => ({ id, button }))
            .map(({ id, button }) => (
              <ButtonAction key={id} button={button} />
            ))}
          {onChoose !== undefined && content.buttons.some(({ action }) => action === 'reply') && (
            <Action icon={<ReplyRounded />} label={t('interactive.answer')} onClick={onChoose} />
          )}
        </>
      )}
    </Box>
  );
};
