import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { PageLinkDialog } from './page-link-dialog.tsx';
import { PhoneLinkDialog } from './phone-link-dialog.tsx';

/** Shows the dialog that links accounts of a channel. Shows nothing for a channel with QR codes or pairing codes. */
export const LinkDialog = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => {
  const { linkedBy } = CHANNEL_CONNECTIONS[channel];
  switch (linkedBy) {
    case 'pairing':
      return null;
    case 'token':
      return <PhoneLinkDialog connection={null} onClose={onClose} />;
    case 'page':
    case 'account-of-page':
      return <PageLinkDialog links={linkedBy} onClose={onClose} />;
  }
};
