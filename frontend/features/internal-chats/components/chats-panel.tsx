import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { Link, useMatch, useNavigate } from 'react-router';
import { IconAction } from '../../../components/icon-action.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { openSideChat } from '../side-chat.ts';
import { ChatList } from './chat-list.tsx';

const ChatDialog = lazyPart(() => import('./chat-dialog.tsx'));

/**
 * Lists the chats in the top bar. A chat opens beside the current screen, so that an attendant asks a colleague without
 * leaving a ticket; on phones, and on the screen of the chats, it opens there.
 */
const ChatsPanel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('internal-chats');
  const phone = useIsPhone();
  const isOnScreen = useMatch(`${paths.chats}/*`) !== null;
  const isBeside = !phone && !isOnScreen;
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const begin = () => setNew(true);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineStart: 4,
          paddingInlineEnd: 2,
          paddingBlock: 2,
        }}
      >
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        <IconAction label={t('new')} icon={<AddCommentOutlined />} onClick={begin} />
        <Button component={Link} to={paths.chats} size="small" onClick={onClose}>
          {t('seeAll')}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: layout.popoverList, overflow: 'auto' }}>
        <ChatList
          searchParam=""
          openUuid={null}
          onOpen={(uuid) => {
            onClose();
            if (isBeside) openSideChat(uuid);
            return isBeside;
          }}
          action={
            <Button variant="contained" onClick={begin}>
              {t('new')}
            </Button>
          }
        />
      </Box>
      {isNew && (
        <Suspense fallback={null}>
          <ChatDialog
            chat={null}
            onClose={() => setNew(false)}
            onSaved={({ uuid }) => {
              onClose();
              if (isBeside) openSideChat(uuid);
              else void navigate(paths.chat(uuid));
            }}
          />
        </Suspense>
      )}
    </>
  );
};
export default ChatsPanel;
