import Box from '@mui/material/Box';
import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import { Fragment } from 'react';
import { radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { MessageText } from '../../messages/components/message/message-text.tsx';
import { type Mentionable, splitMentions } from '../mentions.ts';

interface MentionTextProps {
  message: Pick<InternalChatMessageView, 'message' | 'mentions'>;
  members: readonly Mentionable[];
}

/** A message's text with formatting and safe links; names of mentioned members are highlighted. */
export const MentionText = ({ message, members }: MentionTextProps) => {
  const { id: userId } = useUser();
  const mentioned = members.filter(({ id }) => message.mentions.includes(id));
  if (mentioned.length === 0) return <MessageText text={message.message} />;
  return (
    <MessageText
      text={message.message}
      plain={(text) => {
        let at = 0;
        return splitMentions(text, mentioned).map((part) => {
          const key = at;
          at += part.text.length;
          if (part.userId === null) return <Fragment key={key}>{part.text}</Fragment>;
          return (
            <Box
              key={key}
              component="strong"
              sx={{
                color: 'primary.text',
                ...(part.userId === userId && {
                  paddingInline: '3px',
                  borderRadius: `${radius.tail}px`,
                  bgcolor: 'primary.soft',
                }),
              }}
            >
              {part.text}
            </Box>
          );
        });
      }}
    />
  );
};
