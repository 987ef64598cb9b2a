import FacebookRounded from '@mui/icons-material/FacebookRounded';
import Instagram from '@mui/icons-material/Instagram';
import WhatsApp from '@mui/icons-material/WhatsApp';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { Channel } from '@prosa/shared/messaging/inbound-event.ts';
import { useTranslation } from 'react-i18next';

/** The mark of a channel, with its name for who cannot see it. */
export const ChannelIcon = ({ channel, ...rest }: SvgIconProps & { channel: Channel }) => {
  const { t } = useTranslation('common');
  const titleAccess = t(`channel.${channel}`);
  switch (channel) {
    case 'facebook':
      return <FacebookRounded titleAccess={titleAccess} {...rest} />;
    case 'instagram':
      return <Instagram titleAccess={titleAccess} {...rest} />;
    default:
      return <WhatsApp titleAccess={titleAccess} {...rest} />;
  }
};
