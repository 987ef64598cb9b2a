import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import { PLAYER_ORIGIN } from '@prosa/shared/rules/video-code.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../theme/tokens.ts';

const FRAME = {
  display: 'block',
  width: '100%',
  aspectRatio: '16 / 9',
  border: 0,
  borderTopLeftRadius: `${radius.card}px`,
  borderTopRightRadius: `${radius.card}px`,
} as const;

/**
 * The video of a help. Before the click it is a still of our own, so that YouTube learns of no visitor who does not
 * watch; after it, YouTube's player without cookies.
 */
export const HelpPlayer = ({ title, video }: Pick<HelpView, 'title' | 'video'>) => {
  const { t } = useTranslation('helps');
  const [playing, setPlaying] = useState(false);
  if (playing)
    return (
      <Box
        component="iframe"
        title={t('video.player', { title })}
        src={`${PLAYER_ORIGIN}/embed/${video}?autoplay=1&rel=0`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        // Its own origin, which is not ours, keeps it out of our page; without scripts nothing plays.
        sandbox="allow-scripts allow-same-origin allow-presentation"
        // YouTube refuses to play for a page that it does not know.
        referrerPolicy="strict-origin-when-cross-origin"
        sx={FRAME}
      />
    );
  return (
    <ButtonBase
      aria-label={t('video.play', { title })}
      onClick={() => setPlaying(true)}
      sx={{
        ...FRAME,
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        bgcolor: 'primary.soft',
        color: 'primary.text',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'flex',
          padding: 3,
          borderRadius: `${radius.pill}px`,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '& svg': { fontSize: icon.large },
        }}
      >
        <PlayArrowRounded />
      </Box>
      <Typography
        variant="subtitle1"
        component="span"
        noWrap
        sx={{ maxWidth: '100%', paddingInline: 4, color: 'text.primary' }}
      >
        {title}
      </Typography>
      <Typography variant="caption" component="span">
        {t('video.source')}
      </Typography>
    </ButtonBase>
  );
};
