import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { ADDABLE_CHANNELS, type Channel } from '@prosa/shared/messaging/identity.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { useState } from 'react';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useMetaApp } from '../hooks/use-meta-app.ts';
import { linkWayOf } from './link-ways.tsx';

const needsLogin = (channel: Channel): boolean => linkWayOf(channel).needsLogin;

/** Adds a connection of one of the plan's channels; a menu offers the channels when there are several. */
export const NewConnection = ({ onChoose }: { onChoose: (channel: Channel) => void }) => {
  const { t } = useTranslation(['connections', 'common']);
  const { plan } = useUser().company;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = ADDABLE_CHANNELS.filter((channel) => plan[CHANNEL_CONNECTIONS[channel].feature]);
  const [first, ...others] = offered;
  const isChoice = others.length > 0;
  const app = useMetaApp(anchor !== null && offered.some(needsLogin));
  const isMissing = (channel: Channel): boolean => app?.appId === '' && needsLogin(channel);
  return (
    <>
      <span {...(first === undefined ? { 'data-hint': t('noChannel') } : {})}>
        <Button
          variant="contained"
          startIcon={<AddRounded />}
          disabled={first === undefined}
          {...(isChoice ? { 'aria-haspopup': 'menu' } : {})}
          onClick={(event) => {
            if (isChoice) setAnchor(event.currentTarget);
            else if (first !== undefined) onChoose(first);
          }}
        >
          {t('add')}
        </Button>
      </span>
      <LazyMenu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map((channel) => (
          <MenuItem
            key={channel}
            disabled={isMissing(channel)}
            onClick={() => {
              setAnchor(null);
              onChoose(channel);
            }}
          >
            {/* The text beside it says the same. */}
            <ListItemIcon aria-hidden>
              <ChannelIcon channel={channel} />
            </ListItemIcon>
            <ListItemText
              primary={CHANNEL_CONNECTIONS[channel].name}
              secondary={isMissing(channel) ? t('link.notSetUp') : null}
            />
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  );
};
