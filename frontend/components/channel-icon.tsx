import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { ChannelMark } from './channel-mark.tsx';

/** A channel's icon, with its name for screen readers. */
export const ChannelIcon = ({ channel, ...rest }: Omit<SvgIconProps, 'name'> & { channel: Channel }) => {
  const { t } = useTranslation('common');
  return <ChannelMark channel={channel} name={t(`channel.${channel}`)} {...rest} />;
};
