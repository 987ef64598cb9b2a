import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, layout, TOUCH } from '../../../theme/tokens.ts';

/** How one figure is computed. */
export interface Explanation {
  /** The figure's name, if several are explained together. */
  name?: string;
  text: string;
}

interface FigureInfoProps {
  /** Name of the figure or of the group of figures. */
  of: string;
  explanations: readonly Explanation[];
}

/** A button that opens how figures are computed. */
export const FigureInfo = ({ of, explanations }: FigureInfoProps) => {
  const { t } = useTranslation('dashboard');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconAction
        label={t('how.label', { name: of })}
        icon={<InfoOutlined sx={{ fontSize: icon.small }} />}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        // Takes the room of its icon; its target is larger.
        sx={{ flexShrink: 0, color: 'text.secondary', margin: -1, [TOUCH]: { margin: -3 } }}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { 'aria-label': t('how.label', { name: of }) } }}
      >
        <Box
          sx={{
            maxWidth: layout.popoverList,
            padding: 4,
            display: 'flex',
            flexDirection: 'column',
            gap: 3,
          }}
        >
          {explanations.map(({ name, text }) => (
            <Typography key={text} variant="body2" component="p">
              {name !== undefined && (
                <Box component="strong" sx={{ display: 'block', fontWeight: 'fontWeightMedium' }}>
                  {name}
                </Box>
              )}
              {text}
            </Typography>
          ))}
        </Box>
      </LazyPopover>
    </>
  );
};
