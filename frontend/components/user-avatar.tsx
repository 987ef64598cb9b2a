import PersonRounded from '@mui/icons-material/PersonRounded';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { initials } from '../lib/texts/format.ts';
import { font, layout } from '../theme/tokens.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { FreshImage } from './media/fresh-image.tsx';

interface UserAvatarProps {
  name: string;
  src?: string;
  size?: keyof typeof layout.avatar;
  /** Shows the channel's icon on the corner. */
  channel?: Channel;
}

const MARK_SHARE = 0.42;
const TEXT_SHARE = 0.36;
/** The picture lies over the initials. Its own background hides them where it is transparent. */
const COVER = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  backgroundColor: 'inherit',
} as const;

/** A person's picture or initials. Decorative, because the name stands beside it. */
export const UserAvatar = ({ name, src = '', size = 'medium', channel }: UserAvatarProps) => {
  const theme = useTheme();
  const side = layout.avatar[size];
  const letters = initials(name);
  const mark = Math.max(font.caption, Math.round(side * MARK_SHARE));
  return (
    <Box sx={{ position: 'relative', flexShrink: 0, width: side, height: side }}>
      <Box
        aria-hidden
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          width: side,
          height: side,
          borderRadius: '50%',
          overflow: 'hidden',
          userSelect: 'none',
          lineHeight: 1,
          fontSize: Math.round(side * TEXT_SHARE),
          fontWeight: font.weight.strong,
          bgcolor: theme.vars?.palette.secondary.soft,
          color: 'text.secondary',
        }}
      >
        {letters === '' ? <PersonRounded sx={{ width: '75%', height: '75%' }} /> : letters}
        {src !== '' && <FreshImage src={src} alt="" style={COVER} />}
      </Box>
      {channel !== undefined && (
        <Box
          sx={{
            position: 'absolute',
            right: theme.spacing(-1),
            bottom: theme.spacing(-1),
            display: 'flex',
            padding: '1px',
            borderRadius: '50%',
            bgcolor: 'background.paper',
            color: 'text.secondary',
          }}
        >
          <ChannelIcon channel={channel} sx={{ fontSize: mark }} />
        </Box>
      )}
    </Box>
  );
};
