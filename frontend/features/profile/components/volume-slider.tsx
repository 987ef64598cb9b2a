import Slider from '@mui/material/Slider';
import { useState } from 'react';
import { notifyError } from '../../../lib/screen/notify.ts';
import { DEFAULT_VOLUME, playNotification, VOLUME_STEP } from '../../../lib/screen/sound.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** A slider from 0 to 1 in steps of 0.1; releasing it plays the sound at that volume. */
export const VolumeSlider = () => {
  const { t } = useTranslation('profile');
  const [volume, setVolume] = useState(() => readStored('volume') ?? DEFAULT_VOLUME);
  return (
    <Slider
      size="small"
      aria-label={t('volume')}
      min={0}
      max={1}
      step={VOLUME_STEP}
      value={volume}
      valueLabelDisplay="auto"
      valueLabelFormat={percent}
      getAriaValueText={percent}
      onChange={(_, value) => {
        setVolume(value);
        writeStored('volume', value);
      }}
      onChangeCommitted={() => {
        playNotification().catch(notifyError);
      }}
    />
  );
};
