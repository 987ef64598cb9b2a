import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import List from '@mui/material/List';
import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { LIVE } from '../../../lib/api/query.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ChatRow } from './chat-row.tsx';

interface ChatListProps {
  /** What the list is narrowed to; '' shows all chats. */
  searchParam: string;
  /** Uuid of the open chat, whose row is highlighted. */
  openUuid: string | null;
  /** Called when a row is clicked; returns whether that opened the chat, so that the row's link is not followed. */
  onOpen?: (uuid: string) => boolean;
  /** The next step of a user without chats. */
  action?: ReactNode;
}

/** The user's chats, newest activity first; more are loaded near the end. */
export const ChatList = ({ searchParam, openUuid, onOpen = () => false, action }: ChatListProps) => {
  const { t } = useTranslation('internal-chats');
  const list = usePagedRows(
    internalChatRoutes.list,
    // Without a search it is the query of the menu.
    { query: searchParam === '' ? {} : { searchParam } },
    (page) => page.records,
    { staleTime: LIVE },
  );
  if (list.error !== null && list.rows === undefined)
    return <ErrorState error={list.error} onRetry={list.onRetry} />;
  if (list.rows === undefined) return <ListSkeleton />;
  if (list.rows.length === 0)
    return searchParam === '' ? (
      <EmptyState
        icon={<GroupsOutlined />}
        title={t('empty.title')}
        hint={t('empty.hint')}
        {...(action === undefined ? {} : { action })}
      />
    ) : (
      <EmptyState icon={<GroupsOutlined />} title={t('empty.nothing')} hint={t('empty.narrowed')} />
    );
  return (
    <List disablePadding aria-label={t('list')} sx={{ paddingInline: 2, paddingBlock: 1 }}>
      {list.rows.map((chat) => (
        <ChatRow key={chat.id} chat={chat} isOpen={chat.uuid === openUuid} onOpen={onOpen} />
      ))}
      {list.hasMore && (
        <li>
          <LoadMore hasMore onLoadMore={list.onLoadMore} />
        </li>
      )}
    </List>
  );
};
