import Box from '@mui/material/Box';
import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import clsx from 'clsx';
import { memo, type ReactNode } from 'react';
import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';
import { formatDateTime, formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import css from '../../messages/components/message/message.module.css';
import type { Mentionable } from '../mentions.ts';
import { ChatFile } from './chat-file.tsx';
import { MentionText } from './mention-text.tsx';

interface ChatBubbleProps {
  message: InternalChatMessageView;
  own: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Whether the sender's name is shown, because the chat has several. */
  showSender: boolean;
  members: readonly Mentionable[];
  /** Shown below the bubble. */
  below?: ReactNode;
}

/** One message of a chat, as a bubble on its sender's side. */
export const ChatBubble = memo(
  ({ message, own, isFirst, isLast, showSender, members, below }: ChatBubbleProps) => {
    const { t } = useTranslation(['internal-chats', 'messages']);
    const { sender, createdAt } = message;
    const name = sender.name === '' ? t('deletedUser') : sender.name;
    const time = formatTime(createdAt);
    const stamp = (
      <span className={clsx(css.meta, message.message === '' && css.below)}>
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {time}
        </time>
      </span>
    );
    return (
      <article
        aria-label={t('messages:messageOf', { name: own ? t('messages:you') : name, time })}
        className={clsx(css.message, own && css.own, isFirst && css.first, isLast && css.last)}
      >
        <div className={css.row}>
          <div className={css.bubble}>
            {showSender && isFirst && !own && (
              <span className={css.writer}>
                <Box
                  component="span"
                  aria-hidden
                  sx={{
                    display: 'inline-block',
                    width: 8,
                    height: 8,
                    marginInlineEnd: 1,
                    borderRadius: '50%',
                  }}
                  // A dot, not the text, so that every colour stays readable in both themes.
                  style={{ backgroundColor: sender.color === '' ? DEFAULT_QUEUE_COLOR : sender.color }}
                />
                {name}
              </span>
            )}
            <ChatFile message={message} />
            {message.message === '' ? (
              stamp
            ) : (
              <div className={css.body}>
                <MentionText message={message} members={members} />
                {stamp}
              </div>
            )}
          </div>
        </div>
        {below}
      </article>
    );
  },
);
ChatBubble.displayName = 'ChatBubble';
