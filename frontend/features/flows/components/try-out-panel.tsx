import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import RestartAltRounded from '@mui/icons-material/RestartAltRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import SkipNextRounded from '@mui/icons-material/SkipNextRounded';
import UndoRounded from '@mui/icons-material/UndoRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FLOW_TEXT_MAX_CHARS } from '@prosa/shared/rules/flow-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueList } from '../../directory/queue-list.ts';
import { Thread } from '../../try-out/components/thread.tsx';
import { useFlowFileLinks } from '../hooks/flow-file-links.ts';
import type { FlowTryOut } from '../hooks/use-flow-try-out.ts';
import { linesOf } from '../try-out-lines.ts';

const Write = ({ disabled, onSay }: { disabled: boolean; onSay: (text: string) => void }) => {
  const { t } = useTranslation('try-out');
  const [text, setText] = useState('');
  const isOff = disabled || text.trim() === '';
  const send = () => {
    if (isOff) return;
    onSay(text.trim());
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
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('write')}
        inputProps={{ 'aria-label': t('write'), maxLength: FLOW_TEXT_MAX_CHARS }}
      />
      <IconAction
        label={t('send')}
        icon={<SendRounded />}
        disabled={isOff}
        onClick={send}
        sx={{ color: 'primary.text' }}
      />
    </Box>
  );
};

/** The variables that the tried out conversation has stored. */
const Variables = ({ variables }: { variables: Readonly<Record<string, string>> }) => {
  const { t } = useTranslation('flows');
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <Box
      component="dl"
      aria-label={t('tryOut.variables')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 3,
        rowGap: 1,
        margin: 0,
        typography: 'body2',
        overflowWrap: 'anywhere',
      }}
    >
      {entries.map(([key, value]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>{`{{${key}}}`}</Box>
          <Box component="dd" sx={{ margin: 0 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
};

/** Talks to the edited flow as a customer. The node at which the conversation is stands out on the canvas. */
export const TryOutPanel = ({ tryOut }: { tryOut: FlowTryOut }) => {
  const { t } = useTranslation('flows');
  const { t: tTryOut } = useTranslation('try-out');
  const links = useFlowFileLinks();
  const { data: queues = [] } = useQuery(queueList);
  const { steps, last, error, isPlaying } = tryOut;
  const isBegun = steps.length > 0;
  const lines = linesOf(steps, (name) => links.find(name)?.fileName ?? name);
  const state = (() => {
    if (last === undefined) return '';
    if (last.end !== null) {
      const queue = queues.find(({ id }) => id === last.end?.queueId)?.name ?? '';
      return t(`tryOut.end.${last.end.why}`, { queue });
    }
    return last.pauseS === null
      ? t('tryOut.waits')
      : t('tryOut.pause', { seconds: formatNumber(last.pauseS) });
  })();
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={isBegun ? <RestartAltRounded /> : <PlayArrowRounded />}
          loading={isPlaying && !isBegun}
          onClick={() => void tryOut.start()}
        >
          {isBegun ? tTryOut('restart') : t('tryOut.start')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <IconAction
          label={t('tryOut.back')}
          icon={<UndoRounded />}
          disabled={steps.length < 2}
          onClick={tryOut.back}
        />
        <IconAction
          label={t('tryOut.skip')}
          icon={<SkipNextRounded />}
          disabled={last?.pauseS == null || isPlaying}
          onClick={() => void tryOut.skipPause()}
        />
      </Box>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Thread lines={lines} />
      <Typography
        role="status"
        variant="body2"
        sx={{ fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}
      >
        {state}
      </Typography>
      <Variables variables={last?.state?.variables ?? {}} />
      <Write disabled={last?.state == null || isPlaying} onSay={(text) => void tryOut.say(text)} />
    </>
  );
};
