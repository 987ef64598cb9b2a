import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PhonePanes } from '../../../components/phone-panes.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { clearNotices } from '../../../lib/screen/clear-notices.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { notifyWarning } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useOpenChat } from '../hooks/use-open-chat.ts';
import { closeSideChat } from '../side-chat.ts';
import { ChatListPane } from './chat-list-pane.tsx';
import { ChatPane } from './chat-pane.tsx';

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx'));

const PANE = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 } as const;

/** The open chat, or what is shown instead of one. */
const OpenChat = ({
  uuid,
  heading,
  onLeave,
}: {
  uuid: string | null;
  heading: 'h1' | 'h2';
  onLeave: () => void;
}) => {
  const { t } = useTranslation('internal-chats');
  const { chat, error, retry, isGone } = useOpenChat(uuid);
  useEffect(() => {
    if (!isGone) return;
    notifyWarning(t('unavailable'));
    onLeave();
  }, [isGone, onLeave, t]);
  if (uuid === null)
    return (
      <EmptyState
        icon={<GroupsOutlined />}
        heading={heading === 'h1'}
        title={t('choose.title')}
        hint={t('choose.hint')}
      />
    );
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (chat === undefined) return <PaneSkeleton />;
  return (
    <ChatPane key={chat.id} chat={chat} heading={heading} onLeave={onLeave} composerRef={clearNotices} />
  );
};

/** The internal chats: the list beside the open chat; on phones one of them. */
const InternalChatsScreen = () => {
  const { t } = useTranslation('internal-chats');
  const { uuid = null } = useParams();
  const phone = useIsPhone();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const [leave] = useState(() => () => void navigate(paths.chats, { replace: true }));
  useEffect(closeSideChat, []);
  const list = <ChatListPane openUuid={uuid} heading="h1" onNew={() => setNew(true)} />;
  return (
    <>
      {phone ? (
        <PhonePanes
          openId={uuid}
          paths={{ list: paths.chats, item: paths.chat }}
          label={t('panes.label')}
          tabs={[
            { pane: 'list', label: t('panes.chats') },
            { pane: 'item', label: t('panes.messages') },
          ]}
          list={<Box sx={{ ...PANE, flex: 1, bgcolor: 'background.paper' }}>{list}</Box>}
          item={() => <OpenChat uuid={uuid} heading="h1" onLeave={leave} />}
        />
      ) : (
        <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
          <Box
            sx={{
              ...PANE,
              flexShrink: 0,
              width: `min(${layout.contactDrawer}px, 40%)`,
              borderInlineEnd: 1,
              borderColor: 'divider',
              bgcolor: 'background.paper',
            }}
          >
            {list}
          </Box>
          <Box sx={{ ...PANE, flex: 1 }}>
            <OpenChat uuid={uuid} heading="h2" onLeave={leave} />
          </Box>
        </Box>
      )}
      {isNew && (
        <Suspense fallback={null}>
          <ChatDialog
            chat={null}
            onClose={() => setNew(false)}
            onSaved={(chat) => {
              setNew(false);
              void navigate(paths.chat(chat.uuid));
            }}
          />
        </Suspense>
      )}
    </>
  );
};
export default InternalChatsScreen;
