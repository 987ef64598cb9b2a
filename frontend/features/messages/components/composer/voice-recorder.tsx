import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { notifyError, notifyInfo, notifyWarning } from '../../../../lib/screen/notify.ts';
import { formatDuration } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type RecordingFormat, recordVoice, type VoiceRecording } from '../../record-voice.ts';

const READ_MS = 6000;

interface VoiceRecorderProps {
  format: RecordingFormat;
  /** Gets the recording, or null when there is none to send. */
  onDone: (file: File | null) => void;
}

/** Records while it is mounted. */
export const VoiceRecorder = ({ format, onDone }: VoiceRecorderProps) => {
  const { t } = useTranslation('messages');
  const recording = useRef<VoiceRecording | null>(null);
  const done = useRef(onDone);
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    done.current = onDone;
  });

  useEffect(() => {
    let left = false;
    recordVoice(format).then(
      (started) => {
        if (left) started.cancel();
        else {
          recording.current = started;
          setStartedAt(performance.now());
        }
      },
      () => {
        if (left) return;
        notifyWarning(t('audio.refused'), READ_MS);
        done.current(null);
      },
    );
    return () => {
      left = true;
      recording.current?.cancel();
    };
  }, [t, format]);
  useEffect(() => {
    if (startedAt === null) return;
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1000), 250);
    return () => clearInterval(timer);
  }, [startedAt]);

  const finish = () => {
    const current = recording.current;
    recording.current = null;
    current?.finish().then(
      (file) => {
        if (file === null) notifyInfo(t('audio.tooShort'), READ_MS);
        done.current(file);
      },
      (error: unknown) => {
        notifyError(error);
        done.current(null);
      },
    );
  };
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingTop: 2 }}>
      <IconAction
        label={t('audio.cancel')}
        icon={<DeleteOutlineRounded />}
        onClick={() => done.current(null)}
      />
      <FiberManualRecordRounded aria-hidden fontSize="small" sx={{ color: 'error.text' }} />
      <Typography variant="body1" sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}>
        {startedAt === null ? t('audio.starting') : t('audio.recording', { time: formatDuration(seconds) })}
      </Typography>
      <IconAction
        label={t('audio.send')}
        icon={<SendRounded />}
        disabled={startedAt === null}
        onClick={finish}
        sx={{ color: 'primary.text' }}
      />
    </Box>
  );
};
