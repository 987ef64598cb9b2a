import FacebookRounded from '@mui/icons-material/FacebookRounded';
import Instagram from '@mui/icons-material/Instagram';
import WhatsApp from '@mui/icons-material/WhatsApp';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { Channel } from '@prosa/shared/messaging/identity.ts';

const MARKS: Partial<Record<Channel, typeof WhatsApp>> = {
  facebook: FacebookRounded,
  instagram: Instagram,
};

/**
 * A channel's icon.
 * @param name the channel's name in the user's language
 */
export const ChannelMark = ({
  channel,
  name,
  ...rest
}: Omit<SvgIconProps, 'name'> & { channel: Channel; name: string }) => {
  const Mark = MARKS[channel] ?? WhatsApp;
  return <Mark titleAccess={name} {...rest} />;
};
