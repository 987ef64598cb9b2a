import FacebookRounded from '@mui/icons-material/FacebookRounded';
import Instagram from '@mui/icons-material/Instagram';
import WhatsApp from '@mui/icons-material/WhatsApp';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { Channel } from '@prosa/shared/messaging/inbound-event.ts';

/** The mark of a channel. @param name the channel's, in the person's language */
export const ChannelMark = ({
  channel,
  name,
  ...rest
}: Omit<SvgIconProps, 'name'> & { channel: Channel; name: string }) => {
  switch (channel) {
    case 'facebook':
      return <FacebookRounded titleAccess={name} {...rest} />;
    case 'instagram':
      return <Instagram titleAccess={name} {...rest} />;
    default:
      return <WhatsApp titleAccess={name} {...rest} />;
  }
};
