import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { initials } from '../lib/texts/format.ts';
import { font, layout } from '../theme/tokens.ts';
import { ChannelIcon } from './channel-icon.tsx';

interface UserAvatarProps {
  name: string;
  src?: string;
  size?: keyof typeof layout.avatar;
  /** Shows the channel's icon on the corner. */
  channel?: Channel;
}

const MARK_SHARE = 0.42;
const TEXT_SHARE = 0.36;

/** A person's picture or initials. Decorative, because the name stands beside it. */
export const UserAvatar = ({ name, src = '', size = 'medium', channel }: UserAvatarProps) => {
  const theme = useTheme();
  const side = layout.avatar[size];
  const letters = initials(name);
  const mark = Math.max(font.caption, Math.round(side * MARK_SHARE));
  return (
    <Box sx={{ position: 'relative', flexShrink: 0, width: side, height: side }}>
      <Avatar
        {...(src === ''
          ? {}
          : {
              src,
              slotProps: { img: { loading: 'lazy' as const, referrerPolicy: 'no-referrer' as const } },
            })}
        alt=""
        aria-hidden
        sx={{
          width: side,
          height: side,
          fontSize: Math.round(side * TEXT_SHARE),
          fontWeight: font.weight.strong,
          bgcolor: theme.vars?.palette.secondary.soft,
          color: 'text.secondary',
        }}
      >
        {letters === '' ? undefined : letters}
      </Avatar>
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
