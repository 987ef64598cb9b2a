import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ChatList } from './chat-list.tsx';

interface ChatListPaneProps {
  openUuid: string | null;
  /** Level of the heading: beside another screen the heading is not the page's. */
  heading: 'h1' | 'h2';
  onNew: () => void;
  /** A button at the end of the heading. */
  end?: ReactNode;
  /** Returns whether a click opened the chat, so that the link is not followed. */
  onOpen?: (uuid: string) => boolean;
}

/** The list of chats with its search and the button for a new chat. */
export const ChatListPane = ({ openUuid, heading, onNew, end, onOpen }: ChatListPaneProps) => {
  const { t } = useTranslation('internal-chats');
  const { field, searchParam } = useSearch();
  return (
    <>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, padding: 4, paddingBottom: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography variant="h2" component={heading} noWrap sx={{ flex: 1 }}>
            {t('title')}
          </Typography>
          <IconAction label={t('new')} icon={<AddCommentOutlined />} onClick={onNew} />
          {end}
        </Box>
        <Box sx={{ '& > *': { width: '100% !important' } }}>
          <SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />
        </Box>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', overflow: 'auto' }}>
        <ChatList
          searchParam={searchParam}
          openUuid={openUuid}
          {...(onOpen === undefined ? {} : { onOpen })}
          action={
            <Button variant="contained" onClick={onNew}>
              {t('new')}
            </Button>
          }
        />
      </Box>
    </>
  );
};
