import Box from '@mui/material/Box';
import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { type ReactNode, type RefCallback, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { DropCover } from '../../messages/components/conversation/drop-cover.tsx';
import { useFileDrop } from '../../messages/hooks/use-file-drop.ts';
import { useMarkChatRead } from '../hooks/use-mark-chat-read.ts';
import { mentionedIn } from '../mentions.ts';
import { sendChatMessage } from '../outbox.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { ChatMessages } from './chat-messages.tsx';

const AttachmentDialog = lazyPart(() => import('../../messages/components/composer/attachment-dialog.tsx'));
const ChatDialog = lazyPart(() => import('./chat-dialog.tsx'));

interface ChatPaneProps {
  chat: InternalChatView;
  heading: 'h1' | 'h2';
  /** Closes the chat, before it is removed. */
  onLeave: () => void;
  composerRef?: RefCallback<HTMLElement>;
  /** Buttons in the header, before the name and after the actions. */
  start?: ReactNode;
  end?: ReactNode;
}

/** An open chat: header, messages and composer. It is marked as read. Mount it anew for each chat. */
export const ChatPane = ({ chat, heading, onLeave, composerRef, start, end }: ChatPaneProps) => {
  const { id: userId } = useUser();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isEditing, setEditing] = useState(false);
  const drop = useFileDrop(true, setFiles);
  useMarkChatRead(chat);
  return (
    <Box
      {...drop.handlers}
      sx={{
        position: 'relative',
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <ChatHeader
        chat={chat}
        heading={heading}
        onEdit={() => setEditing(true)}
        onLeave={onLeave}
        start={start}
        end={end}
      />
      <ChatMessages chat={chat} />
      <Box ref={composerRef} sx={{ flexShrink: 0 }}>
        <ChatComposer chat={chat} onFiles={setFiles} />
      </Box>
      {drop.isOver && <DropCover onLeave={drop.leave} />}
      <Suspense fallback={null}>
        {files.length > 0 && (
          <AttachmentDialog
            files={files}
            caption=""
            can={undefined}
            onClose={() => setFiles([])}
            onSend={(chosen) => {
              const members = chat.users.map(({ user }) => user);
              for (const { file, caption } of chosen)
                sendChatMessage({
                  userId,
                  chatId: chat.id,
                  message: caption,
                  mentions: mentionedIn(caption, members),
                  file,
                });
              setFiles([]);
            }}
          />
        )}
        {isEditing && (
          <ChatDialog chat={chat} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
        )}
      </Suspense>
    </Box>
  );
};
