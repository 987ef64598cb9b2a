import MicRounded from '@mui/icons-material/MicRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { FreshAudio } from '../../../../components/media/fresh-player.tsx';
import { readStored, writeStored } from '../../../../lib/storage.ts';
import { formatDuration, formatNumber } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';

const RATES: readonly number[] = [1, 1.5, 2, 0.5];

interface AudioPlayerProps {
  src: string;
  durationS: number | null;
  voice: boolean;
  /** Called when the sound cannot be played. */
  onLost: () => void;
}

/** Plays a voice note or an audio file; the speed is kept for the next one. */
export const AudioPlayer = ({ src, durationS, voice, onLost }: AudioPlayerProps) => {
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
      // An expired link is renewed, and the sound then plays.
      element.play().catch(() => setPlaying(!element.paused));
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
      <FreshAudio
        media={audio}
        src={src}
        onLost={onLost}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          event.currentTarget.playbackRate = rate;
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
      />
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
