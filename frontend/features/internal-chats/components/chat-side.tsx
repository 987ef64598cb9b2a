import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import OpenInFullRounded from '@mui/icons-material/OpenInFullRounded';
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { CONTACT_COLUMN, contactColumn, THREE_COLUMNS } from '../../contacts/contact-column.ts';
import { useOpenChat } from '../hooks/use-open-chat.ts';
import { closeSideChat, openSideChat, sideChat } from '../side-chat.ts';
import { ChatListPane } from './chat-list-pane.tsx';
import { ChatPane } from './chat-pane.tsx';

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx'));

const showList = () => openSideChat(null);

/** Keeps one side column open at a time, because the conversation needs the room. */
const useOneColumn = (): void => {
  useEffect(() => {
    contactColumn.setState({ open: false });
    return contactColumn.subscribe(({ open }) => {
      if (open) closeSideChat();
    });
  }, []);
};

const SideChat = ({ uuid, close }: { uuid: string; close: ReactNode }) => {
  const { t } = useTranslation('internal-chats');
  const navigate = useNavigate();
  const { chat, error, retry, isGone } = useOpenChat(uuid);
  useEffect(() => {
    if (isGone) showList();
  }, [isGone]);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (chat === undefined) return <PaneSkeleton />;
  return (
    <ChatPane
      key={chat.id}
      chat={chat}
      heading="h2"
      onLeave={showList}
      start={<IconAction label={t('toList')} icon={<ArrowBackRounded />} edge="start" onClick={showList} />}
      end={
        <>
          <IconAction
            label={t('openScreen')}
            icon={<OpenInFullRounded fontSize="small" />}
            onClick={() => void navigate(paths.chat(uuid))}
          />
          {close}
        </>
      }
    />
  );
};

/**
 * The internal chat beside another screen, such as a ticket: a column on wide screens, over the screen on others. One
 * chat, or the list of them.
 */
const ChatSide = () => {
  const { t } = useTranslation('internal-chats');
  const uuid = useStore(sideChat, (state) => state.uuid);
  const over = !useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const [isNew, setNew] = useState(false);
  const close = <IconAction label={t('close')} icon={<CloseRounded />} edge="end" onClick={closeSideChat} />;
  useOneColumn();
  useBackCloses(over, closeSideChat);
  return (
    <Box
      component="aside"
      aria-label={t('title')}
      onKeyDown={({ key }) => over && key === 'Escape' && closeSideChat()}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flexShrink: 0,
        width: over ? layout.contactDrawer : CONTACT_COLUMN,
        maxWidth: '100%',
        ...(over && {
          position: 'absolute',
          insetBlock: 0,
          insetInlineEnd: 0,
          zIndex: 'drawer',
          boxShadow: 'var(--mui-palette-floatShadow)',
        }),
        borderInlineStart: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {uuid === null ? (
        <ChatListPane
          openUuid={null}
          heading="h2"
          onNew={() => setNew(true)}
          end={close}
          onOpen={(chosen) => {
            openSideChat(chosen);
            return true;
          }}
        />
      ) : (
        <SideChat uuid={uuid} close={close} />
      )}
      {isNew && (
        <Suspense fallback={null}>
          <ChatDialog
            chat={null}
            onClose={() => setNew(false)}
            onSaved={(chat) => {
              setNew(false);
              openSideChat(chat.uuid);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
};
export default ChatSide;
