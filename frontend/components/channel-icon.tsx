import ChatBubbleOutlineRounded from '@mui/icons-material/ChatBubbleOutlineRounded';
import FacebookRounded from '@mui/icons-material/FacebookRounded';
import Instagram from '@mui/icons-material/Instagram';
import WhatsApp from '@mui/icons-material/WhatsApp';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';

const ICONS: Partial<Record<Channel, typeof WhatsApp>> = {
  whatsapp: WhatsApp,
  whatsappapi: WhatsApp,
  facebook: FacebookRounded,
  instagram: Instagram,
};

interface ChannelIconProps extends Omit<SvgIconProps, 'name'> {
  channel: Channel;
  /** For screen readers; the channel's name if absent. */
  name?: string;
}

/** A channel's icon; a speech bubble for a channel without one of its own. */
export const ChannelIcon = ({ channel, name, ...rest }: ChannelIconProps) => {
  const Icon = ICONS[channel] ?? ChatBubbleOutlineRounded;
  return <Icon titleAccess={name ?? CHANNEL_CONNECTIONS[channel].name} {...rest} />;
};
