import SendRounded from '@mui/icons-material/SendRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { HELP_CHAT_MESSAGE_CHARS } from '@prosa/shared/contracts/help-chat.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import type { HelpChat } from '../hooks/use-help-chat.ts';
import { ChatBubble } from './chat-bubble.tsx';

interface ChatConversationProps {
  chat: HelpChat;
  /** Called when the user follows a link to a help. */
  onLeave: () => void;
}

/** The conversation with the help chat, and the field for the next question. */
export const ChatConversation = ({ chat, onLeave }: ChatConversationProps) => {
  const { t } = useTranslation(['help-chat', 'common', 'errors']);
  const { messages, isPending, unanswered, error } = chat;
  const [question, setQuestion] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    if (count > 0 || isPending) end.current?.scrollIntoView({ block: 'nearest' });
  }, [count, isPending]);
  const isOff = question.trim() === '' || isPending;
  const send = (): void => {
    if (isOff) return;
    chat.ask(question.trim());
    setQuestion('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      <Box
        role="log"
        aria-label={t('log')}
        aria-busy={isPending}
        // Scrolls, so the keyboard has to reach it.
        tabIndex={0}
        sx={{
          flex: 1,
          minHeight: 160,
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
          paddingInline: 4,
          paddingBlock: 2,
        }}
      >
        <ChatBubble text={t('hello')} />
        {messages.map(({ id, by, text, sources }) => (
          <ChatBubble
            key={id}
            isOwn={by === 'user'}
            text={text === '' ? t('noAnswer') : text}
            sources={sources}
            onLeave={onLeave}
          />
        ))}
        {isPending && <Skeleton variant="rounded" width="60%" height={40} />}
        {unanswered !== undefined && (
          <Alert
            severity="error"
            action={<Button onClick={() => chat.askAgain(unanswered)}>{t('common:tryAgain')}</Button>}
          >
            {error === null ? t('errors:ERR_HELP_CHAT_FAILED') : errorText(error)}
          </Alert>
        )}
        <div ref={end} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 1,
          padding: 3,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <MessageField
          value={question}
          autoFocus
          multiline
          maxRows={5}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={t('question')}
          sx={{ minHeight: layout.control }}
          inputProps={{ 'aria-label': t('question'), maxLength: HELP_CHAT_MESSAGE_CHARS }}
        />
        <IconAction
          label={t('ask')}
          icon={<SendRounded />}
          disabled={isOff}
          onClick={send}
          sx={{ color: 'primary.text' }}
        />
      </Box>
    </>
  );
};
