import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { chatName } from '../chat-name.ts';

/** Returns a function that names a chat as the user sees it. */
export const useChatName = (): ((chat: InternalChatView) => string) => {
  const { t } = useTranslation('internal-chats');
  const { id } = useUser();
  return (chat) => chatName(chat, id) || t('deletedUser');
};
