import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { CHANNEL_CONNECTIONS, type LinkedBy } from '@prosa/shared/rules/channel-connections.ts';
import type { ComponentType } from 'react';
import { PageLinkDialog } from './page-link-dialog.tsx';
import { PhoneLinkDialog } from './phone-link-dialog.tsx';
import { RelinkByLogin, RelinkByToken } from './relink.tsx';

/** How accounts are linked; null for what pairing does instead. */
interface LinkWay {
  /** The dialog that links accounts. */
  Dialog: ComponentType<{ onClose: () => void }> | null;
  /** The button that links an account again, after its access has ended. */
  Relink: ComponentType<{ connection: ConnectionView }> | null;
  /** Whether it is possible only with a login, for which the operator enters the Meta app. */
  needsLogin: boolean;
}

const LINK_WAYS: Readonly<Record<LinkedBy, LinkWay>> = {
  pairing: { Dialog: null, Relink: null, needsLogin: false },
  token: {
    Dialog: (own) => <PhoneLinkDialog connection={null} {...own} />,
    Relink: RelinkByToken,
    needsLogin: false,
  },
  page: {
    Dialog: (own) => <PageLinkDialog links="page" {...own} />,
    Relink: RelinkByLogin,
    needsLogin: true,
  },
  'account-of-page': {
    Dialog: (own) => <PageLinkDialog links="account-of-page" {...own} />,
    Relink: RelinkByLogin,
    needsLogin: true,
  },
};

/** Returns how accounts of a channel are linked. */
export const linkWayOf = (channel: Channel): LinkWay => LINK_WAYS[CHANNEL_CONNECTIONS[channel].linkedBy];
