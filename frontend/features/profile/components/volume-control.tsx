import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined';
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { DEFAULT_VOLUME } from '../../../lib/screen/sound.ts';
import { readStored } from '../../../lib/storage.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';

const VolumeSlider = lazyPart(async () => ({ default: (await import('./volume-slider.tsx')).VolumeSlider }));

/** The volume of the notification sound, behind an icon that shows whether it is muted. */
export const VolumeControl = () => {
  const { t } = useTranslation('profile');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const silent = (readStored('volume') ?? DEFAULT_VOLUME) === 0;
  return (
    <>
      <IconAction
        label={t('volume')}
        icon={silent ? <VolumeOffOutlined /> : <VolumeUpOutlined />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      >
        <Box sx={{ width: layout.railOpen, paddingInline: 5, paddingBlock: 3 }}>
          <VolumeSlider />
        </Box>
      </LazyPopover>
    </>
  );
};
