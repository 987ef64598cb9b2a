import MicRounded from '@mui/icons-material/MicRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { readStored, writeStored } from '../../../../lib/storage.ts';
import { formatDuration, formatNumber } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';

const RATES: readonly number[] = [1, 1.5, 2, 0.5];

interface AudioPlayerProps {
  src: string;
  durationS: number | null;
  voice: boolean;
  onError: () => void;
}

/** Plays a voice note or an audio file; the speed is kept for the next one. */
export const AudioPlayer = ({ src, durationS, voice, onError }: AudioPlayerProps) => {
  const { t } = useTranslation('messages');
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(durationS ?? 0);
  const [rate, setRate] = useState(readStored('audioRate') ?? 1);

  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = rate;
  }, [rate]);

  const toggle = () => {
    const element = audio.current;
    if (element === null) return;
    if (element.paused) {
      element.playbackRate = rate;
      element.play().catch(onError);
    } else element.pause();
  };
  const faster = () => {
    const index = RATES.indexOf(rate);
    const next = RATES[(index + 1) % RATES.length] ?? 1;
    setRate(next);
    writeStored('audioRate', next);
  };

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, width: 240, maxWidth: '100%' }}>
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onError={onError}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
      >
        <track kind="captions" />
      </audio>
      <IconAction
        label={playing ? t('audio.pause') : t('audio.play')}
        icon={playing ? <PauseRounded /> : <PlayArrowRounded />}
        onClick={toggle}
      />
      {voice && <MicRounded aria-hidden sx={{ fontSize: icon.small, color: 'text.secondary' }} />}
      <Slider
        size="small"
        sx={{ minWidth: 0 }}
        aria-label={t('audio.position')}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(at, Math.max(length, 0.1))}
        onChange={(_event, value) => {
          if (audio.current !== null && typeof value === 'number') audio.current.currentTime = value;
        }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {formatDuration(playing || at > 0 ? at : length)}
      </Typography>
      <ButtonBase
        aria-label={t('audio.rate', { rate })}
        onClick={faster}
        sx={{
          typography: 'caption',
          paddingInline: 2,
          borderRadius: `${radius.pill}px`,
          bgcolor: 'action.hover',
          minHeight: 24,
        }}
      >
        {`${formatNumber(rate)}×`}
      </ButtonBase>
    </Box>
  );
};
