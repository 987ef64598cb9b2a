import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useUser } from '../../auth/hooks/use-user.ts';

/** Channels that can be added, each with the flag of the plan that has it. */
const CHANNELS = [{ channel: 'whatsapp', flag: 'useWhatsapp' }] as const;

/** Adds a connection of one of the plan's channels. */
export const NewConnection = ({ onChoose }: { onChoose: () => void }) => {
  const { t } = useTranslation('connections');
  const { plan } = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = CHANNELS.filter(({ flag }) => plan[flag]);
  return (
    <>
      <span {...(offered.length === 0 ? { 'data-hint': t('noChannel') } : {})}>
        <Button
          variant="contained"
          startIcon={<AddRounded />}
          disabled={offered.length === 0}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('add')}
        </Button>
      </span>
      <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map(({ channel }) => (
          <MenuItem
            key={channel}
            onClick={() => {
              setAnchor(null);
              onChoose();
            }}
          >
            <ListItemIcon>
              <ChannelIcon channel={channel} />
            </ListItemIcon>
            {t(`channel.${channel}`)}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
