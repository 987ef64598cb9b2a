import CallOutlined from '@mui/icons-material/CallOutlined';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import RestartAltRounded from '@mui/icons-material/RestartAltRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { SwitchField } from '../../../components/switch-field.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { dayOf, formatDay, formatTime } from '../../../lib/texts/format.ts';
import { instantOfLocal, localTime } from '../../../lib/texts/local-time.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type DraftOf, type Outcome, type Step, useTryOut } from '../use-try-out.ts';
import { Thread } from './thread.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MORNING = '09:00';

/** Returns the minutes until the next morning, in the company's time zone. */
const untilMorning = (now: string): number => {
  const tomorrow = dayOf(new Date(Date.parse(now) + DAY_MS).toISOString());
  const morning = instantOfLocal(`${tomorrow}T${MORNING}`) ?? now;
  return Math.max(1, Math.ceil((Date.parse(morning) - Date.parse(now)) / MINUTE_MS));
};

/** Describes the customer's current state in a few words. */
const stateOf = (ticket: Outcome['ticket'], t: TFunction<'try-out'>): string => {
  if (ticket === null) return t('state.none');
  const { status, queue, user, integration, assistant, isBot } = ticket;
  if (status === 'closed' || status === 'nps' || status === 'lgpd') return t(`state.${status}`);
  if (user !== null) return t(status === 'open' ? 'state.open' : 'state.offered', { user: user.name });
  if (integration !== null) return t('state.integration', { integration: integration.name });
  if (assistant !== null) return t('state.assistant', { assistant: assistant.name });
  if (queue !== null) return t(isBot ? 'state.options' : 'state.queue', { queue: queue.name });
  return t(isBot ? 'state.menu' : 'state.noQueue');
};

interface WriteProps {
  disabled: boolean;
  onStep: (step: Step) => void;
}

/** The field for the customer's message. It is inside the dialog's form, so Enter must not submit the form. */
const Write = ({ disabled, onStep }: WriteProps) => {
  const { t } = useTranslation('try-out');
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const send = () => {
    if (isEmpty || disabled) return;
    onStep({ does: 'says', text: text.trim() });
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <MessageField
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('write')}
        inputProps={{ 'aria-label': t('write'), maxLength: 4096 }}
      />
      <IconAction
        label={t('send')}
        icon={<SendRounded />}
        disabled={isEmpty || disabled}
        onClick={send}
        sx={{ color: 'primary.text' }}
      />
    </Box>
  );
};

/** Other actions of the customer: sending other content, or letting time pass. */
const QuickActions = ({ disabled, onStep, now }: WriteProps & { now: string }) => {
  const { t } = useTranslation('try-out');
  const waits = [
    { label: t('wait10'), minutes: 10 },
    { label: t('wait60'), minutes: 60 },
    { label: t('waitMorning'), minutes: untilMorning(now) },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <IconAction
        label={t('voice')}
        icon={<MicNoneRounded />}
        disabled={disabled}
        onClick={() => onStep({ does: 'sends', kind: 'voice' })}
      />
      <IconAction
        label={t('call')}
        icon={<CallOutlined />}
        disabled={disabled}
        onClick={() => onStep({ does: 'sends', kind: 'call' })}
      />
      <IconAction
        label={t('picture')}
        icon={<ImageOutlined />}
        disabled={disabled}
        onClick={() => onStep({ does: 'sends', kind: 'picture' })}
      />
      {waits.map(({ label, minutes }) => (
        <Button
          key={label}
          size="small"
          disabled={disabled}
          aria-label={`${t('wait')}: ${label}`}
          onClick={() => onStep({ does: 'waits', minutes })}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
};

/**
 * Tries out the form's draft with a simulated customer, using the same engine that answers real customers. Nothing is
 * sent or stored. Must be inside the form.
 */
export const TryOutPanel = ({ draftOf }: { draftOf: DraftOf }) => {
  const { t } = useTranslation('try-out');
  const { outcome, error, startsAt, online, ...tryOut } = useTryOut(draftOf);
  const now = outcome?.now ?? startsAt;
  const isOff = !tryOut.isSound || tryOut.isFull;
  return (
    <Box
      component="section"
      aria-label={t('title')}
      aria-busy={tryOut.isFetching}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2 }}>
        <TextField
          type="datetime-local"
          label={t('startsAt')}
          value={localTime(startsAt)}
          onChange={(event) => {
            const instant = instantOfLocal(event.target.value);
            if (instant !== null) tryOut.setStartsAt(instant);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          sx={{ flex: 1, minWidth: 0 }}
        />
        <IconAction label={t('restart')} icon={<RestartAltRounded />} onClick={tryOut.restart} />
      </Box>
      <SwitchField label={t('online')} checked={online} onChange={tryOut.setOnline} />
      {!tryOut.isSound && <Alert severity="warning">{t('invalid')}</Alert>}
      {tryOut.isSound && error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      {tryOut.isFull && <Alert severity="info">{t('full')}</Alert>}
      <Thread lines={outcome?.lines ?? []} />
      <Box
        role="status"
        sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
      >
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}>
          {stateOf(outcome?.ticket ?? null, t)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('now', { time: `${formatDay(dayOf(now))} ${formatTime(now)}` })}
        </Typography>
      </Box>
      <QuickActions disabled={isOff} onStep={tryOut.take} now={now} />
      <Write disabled={isOff} onStep={tryOut.take} />
    </Box>
  );
};
