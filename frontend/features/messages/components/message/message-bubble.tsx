import LockOutlined from '@mui/icons-material/LockOutlined';
import ShortcutRounded from '@mui/icons-material/ShortcutRounded';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import clsx from 'clsx';
import { memo, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { useLongPress } from '../../../../lib/screen/use-long-press.ts';
import { formatTime } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../../lib/texts/with-texts.ts';
import { isForwardable } from '../../is-forwardable.ts';
import type { MessageActions } from '../../message-actions.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { selectionStore } from '../../selection.ts';
import { writerName } from '../../writer-name.ts';
import css from './message.module.css';
import { MessageContent } from './message-content.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import { MessageReactions } from './message-reactions.tsx';
import { MessageSelector } from './message-selector.tsx';
import { UploadProgress } from './upload-progress.tsx';

const AssistedLine = lazyPart(() =>
  withTexts(import('../../../corrections/components/assisted-line.tsx'), 'corrections'),
);

interface MessageBubbleProps {
  message: MessageView;
  isFirst: boolean;
  isLast: boolean;
  /** Whether the message was found by search. */
  isFound: boolean;
  /** Shows the author's name, because groups and notes have several authors. */
  showWriter: boolean;
  actions: MessageActions;
}

/** Whether a message is shown without a bubble: a sticker. */
const isBare = ({ mediaType, media, isDeleted, isForwarded, quotedMsg }: MessageView): boolean =>
  mediaType === 'stickerMessage' &&
  media?.state === 'stored' &&
  !isDeleted &&
  !isForwarded &&
  quotedMsg === null;

/** One message, as a bubble on its author's side. */
export const MessageBubble = memo(
  ({ message, isFirst, isLast, isFound, showWriter, actions }: MessageBubbleProps) => {
    const { t } = useTranslation('messages');
    const own = message.fromMe;
    const writer = writerName(message, t);
    const isSelected = useStore(selectionStore, ({ ids }) => ids?.has(message.id) ?? null);
    const selecting = isSelected !== null;
    const [menu, setMenu] = useState<HTMLElement | null>(null);
    const longPress = useLongPress(setMenu);
    const label = { name: own ? t('you') : writer, time: formatTime(message.createdAt) };
    return (
      <article
        aria-label={t('messageOf', label)}
        data-message-id={message.id}
        {...(isFound ? { 'aria-current': true } : {})}
        className={clsx(
          css.message,
          own && css.own,
          isFirst && css.first,
          isLast && css.last,
          selecting && css.selecting,
        )}
      >
        <div className={css.row}>
          <div
            {...(selecting ? {} : longPress)}
            className={clsx(
              css.bubble,
              message.isPrivate && css.note,
              isBare(message) && css.bare,
              (isSelected === true || isFound) && css.marked,
            )}
          >
            {message.isPrivate && (
              <span className={clsx(css.head, css.noteHead)}>
                <LockOutlined fontSize="small" />
                {t('note', { name: writer })}
              </span>
            )}
            {showWriter && isFirst && !message.isPrivate && <span className={css.writer}>{writer}</span>}
            {message.isForwarded && !message.isDeleted && (
              <span className={clsx(css.head, css.forwarded)}>
                <ShortcutRounded fontSize="small" />
                {t('forwarded')}
              </span>
            )}
            <MessageContent message={message} actions={actions} />
            <UploadProgress clientId={message.id.startsWith(PENDING_PREFIX) ? message.clientId : null} />
          </div>
          {!selecting && <MessageMenu message={message} actions={actions} anchor={menu} onAnchor={setMenu} />}
        </div>
        <MessageReactions message={message} />
        {message.assistant !== undefined && (
          // As high as the line, so that the conversation does not move when its code arrives.
          <Suspense fallback={<span className={css.assisted} />}>
            <AssistedLine
              sources={message.assistant.sources}
              onCorrect={actions.correct === null ? null : () => actions.correct?.(message)}
            />
          </Suspense>
        )}
        <MessageOutcome message={message} onResend={actions.resend} />
        {selecting && isForwardable(message) && (
          <MessageSelector id={message.id} label={t('select.message', label)} checked={isSelected} />
        )}
      </article>
    );
  },
);
