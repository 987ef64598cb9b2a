import CloseRounded from '@mui/icons-material/CloseRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { HelpChat } from '../hooks/use-help-chat.ts';
import { ChatConsent } from './chat-consent.tsx';
import { ChatConversation } from './chat-conversation.tsx';

interface ChatPanelProps {
  chat: HelpChat;
  /** Id that the heading gets. */
  titleId: string;
  onClose: () => void;
}

/** The help chat: at first the question whether the user agrees, then the conversation. */
export const ChatPanel = ({ chat, titleId, onClose }: ChatPanelProps) => {
  const { t } = useTranslation('help-chat');
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, padding: 2, paddingInlineStart: 4 }}>
        <Typography id={titleId} variant="h3" component="h2" noWrap sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        {chat.messages.length > 0 && (
          <IconAction label={t('clear')} icon={<DeleteOutlineRounded />} onClick={chat.clear} />
        )}
        <IconAction label={t('close')} icon={<CloseRounded />} onClick={onClose} />
      </Box>
      {chat.choices.agreed ? (
        <ChatConversation chat={chat} onLeave={onClose} />
      ) : (
        <ChatConsent onAgree={chat.agree} />
      )}
    </>
  );
};
