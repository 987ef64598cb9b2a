import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { HelpPlayer } from './help-player.tsx';

/** Longer descriptions are folded, so that the cards of a row stay about equally high. */
const FOLDED_FROM_CHARS = 320;
const FOLDED_LINES = 6;
const CLAMPED = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: FOLDED_LINES,
  overflow: 'hidden',
} as const;

interface HelpCardProps {
  help: HelpView;
  /** Whether the address of the screen names this help. */
  isAsked: boolean;
}

/** A help: its video, title and description. An asked help is unfolded, scrolled into view and focused. */
export const HelpCard = ({ help: { title, description, video }, isAsked }: HelpCardProps) => {
  const { t } = useTranslation('helps');
  const id = useId();
  const [open, setOpen] = useState(isAsked);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    card.current?.focus();
  }, [isAsked]);
  const isLong = description.length > FOLDED_FROM_CHARS;
  return (
    <Box
      component="article"
      ref={card}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      {video !== '' && <HelpPlayer title={title} video={video} />}
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2, padding: 4 }}>
        <Typography id={id} variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {description !== '' && (
          <Typography
            sx={{
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              color: 'text.secondary',
              ...(isLong && !open ? CLAMPED : {}),
            }}
          >
            {description}
          </Typography>
        )}
        {isLong && (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)} sx={{ marginLeft: -2 }}>
            {t(open ? 'readLess' : 'readMore')}
          </Button>
        )}
      </Box>
    </Box>
  );
};
