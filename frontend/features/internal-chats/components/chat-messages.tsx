import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/error-state.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { ListLine, useDayText } from '../../messages/components/conversation/list-line.tsx';
import { ToEndButton } from '../../messages/components/conversation/to-end-button.tsx';
import { useChatMessages } from '../hooks/use-chat-messages.ts';
import { useChatScroll } from '../hooks/use-chat-scroll.ts';
import { outbox, unsentOf } from '../outbox.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { ReadLine } from './read-line.tsx';
import { UnsentBubble } from './unsent-bubble.tsx';

type Loaded = ReturnType<typeof useChatMessages>;

const MessageLog = ({ chat, loaded }: { chat: InternalChatView; loaded: Loaded }) => {
  const { t } = useTranslation(['messages', 'internal-chats', 'common']);
  const { id: userId } = useUser();
  const dayText = useDayText();
  const { query, messages, items } = loaded;
  const all = useStore(outbox, (state) => state.messages);
  const unsent = useMemo(
    () => unsentOf(all, { userId, chatId: chat.id }, messages),
    [all, userId, chat.id, messages],
  );
  const members = useMemo(() => chat.users.map(({ user }) => user), [chat.users]);
  const newest = messages.at(-1);
  const lastUnsent = unsent.at(-1);
  const last =
    lastUnsent !== undefined
      ? { key: lastUnsent.clientId, own: true }
      : newest === undefined
        ? undefined
        : { key: `${newest.id}`, own: newest.senderId === userId };
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const fetchOlder = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const { scroller, content, onScroll, isAtEnd, missed, toEnd } = useChatScroll(
    last,
    mayLoad ? fetchOlder : null,
  );
  const newestOwn = messages.findLast(({ senderId }) => senderId === userId)?.id;
  const announced =
    newest !== undefined && newest.senderId !== userId
      ? t('announce', { name: newest.sender.name, text: newest.message })
      : '';
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0, bgcolor: 'background.default' }}>
      <Box
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label={t('messages')}
        aria-live="off"
        tabIndex={0}
        sx={{
          height: '100%',
          display: 'flex',
          flexDirection: 'column-reverse',
          overflowY: 'auto',
          overflowAnchor: 'none',
          containerType: 'inline-size',
          paddingBottom: 3,
        }}
      >
        <div ref={content}>
          {isFetchingNextPage && (
            <Box sx={{ display: 'flex', justifyContent: 'center', padding: 3 }}>
              <CircularProgress size={icon.medium} aria-label={t('common:loading')} />
            </Box>
          )}
          {isFetchNextPageError && (
            <Box sx={{ textAlign: 'center', padding: 3 }}>
              <Typography variant="body2" role="alert" sx={{ color: 'text.secondary' }}>
                {errorText(query.error)}
              </Typography>
              <Button size="small" onClick={fetchOlder}>
                {t('common:tryAgain')}
              </Button>
            </Box>
          )}
          {items.length === 0 && unsent.length === 0 && (
            <Typography variant="body2" sx={{ padding: 6, textAlign: 'center', color: 'text.secondary' }}>
              {t('internal-chats:begin')}
            </Typography>
          )}
          {items.map((item) =>
            item.kind === 'day' ? (
              <ListLine key={item.key} text={dayText(item.day)} tone="day" />
            ) : (
              <ChatBubble
                key={item.key}
                message={item.message}
                own={item.message.senderId === userId}
                isFirst={item.isFirst}
                isLast={item.isLast}
                showSender={chat.isGroup}
                members={members}
                {...(item.message.id === newestOwn
                  ? { below: <ReadLine chat={chat} messageId={newestOwn} /> }
                  : {})}
              />
            ),
          )}
          {unsent.map((message) => (
            <UnsentBubble key={message.clientId} unsent={message} />
          ))}
        </div>
      </Box>
      {!isAtEnd && <ToEndButton missed={missed} onClick={toEnd} />}
      <div aria-live="polite">
        <VisuallyHidden>{announced}</VisuallyHidden>
      </div>
    </Box>
  );
};

/** The messages of a chat, at the newest first; older ones are loaded above without moving the visible ones. */
export const ChatMessages = ({ chat }: { chat: InternalChatView }) => {
  const loaded = useChatMessages(chat.id);
  const { query } = loaded;
  if (query.data === undefined && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <PaneSkeleton />;
  return <MessageLog chat={chat} loaded={loaded} />;
};
