import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { CHAT_MESSAGE_MAX_CHARS } from '@prosa/shared/entities/internal-chat.ts';
import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ChoiceAbove } from '../../../components/choice-above.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { changeWithCursor } from '../../../lib/screen/change-with-cursor.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { EmojiTool } from '../../messages/components/composer/emoji-tool.tsx';
import { useFocusOnOpening } from '../../messages/hooks/use-composer-focus.ts';
import { draftOf, draftStore, setDraft } from '../../tickets/drafts.ts';
import { useMentionCompletion } from '../hooks/use-mention-completion.ts';
import { mentionedIn } from '../mentions.ts';
import { sendChatMessage } from '../outbox.ts';

const MAX_LINES = 6;
const CHOICE_PX = 320;

interface ChatComposerProps {
  chat: InternalChatView;
  /** Shows files before they are sent. */
  onFiles: (files: readonly File[]) => void;
}

/** Writes a message: text with emoji and mentions, or files. The draft is kept until it is sent. */
export const ChatComposer = ({ chat, onFiles }: ChatComposerProps) => {
  const { t } = useTranslation(['messages', 'internal-chats']);
  const { id: userId } = useUser();
  const phone = useIsPhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFocusOnOpening(field);
  const [cursor, setCursor] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const text = useStore(draftStore, ({ texts }) => draftOf(texts, userId, chat.uuid, 'reply'));
  const setText = (value: string) => setDraft(userId, chat.uuid, 'reply', value);
  const others = chat.users.filter((member) => member.userId !== userId).map(({ user }) => user);

  const replace = (from: number, to: number, part: string) => {
    const end = from + part.length;
    const change = () => {
      setText(text.slice(0, from) + part + text.slice(to));
      setCursor(end);
    };
    changeWithCursor(field.current, change, end);
  };
  const mention = useMentionCompletion(text, {
    members: others,
    cursor,
    dismissed,
    dismiss: setDismissed,
    replace,
  });
  const body = text.trim();
  const isTooLong = body.length > CHAT_MESSAGE_MAX_CHARS;
  const send = () => {
    if (body === '' || isTooLong) return;
    sendChatMessage({
      userId,
      chatId: chat.id,
      message: body,
      mentions: mentionedIn(body, others),
      file: null,
    });
    setText('');
    setCursor(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // On phones Enter inserts a line break, as in every messenger; the button sends.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || phone) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <Box
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        paddingInline: 3,
        paddingTop: 3,
        paddingBottom: 'max(12px, env(safe-area-inset-bottom))',
      }}
    >
      <ChoiceAbove
        id={mention.id}
        label={t('internal-chats:mention')}
        maxWidth={CHOICE_PX}
        active={mention.active}
        onPick={mention.pick}
        options={mention.found.map(({ id, name }) => ({
          key: id,
          content: (
            <>
              <UserAvatar name={name} size="small" />
              <Typography variant="body2" noWrap>
                {name}
              </Typography>
            </>
          ),
        }))}
      />
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <EmojiTool
          onPick={(emoji) =>
            replace(
              field.current?.selectionStart ?? text.length,
              field.current?.selectionEnd ?? text.length,
              emoji,
            )
          }
        />
        <IconAction
          label={t('composer.attach')}
          icon={<AttachFileRounded />}
          onClick={() => input.current?.click()}
        />
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            if (target.files !== null && target.files.length > 0) onFiles([...target.files]);
            target.value = '';
          }}
        />
        <MessageField
          inputRef={field}
          multiline
          maxRows={MAX_LINES}
          fullWidth
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setCursor(target.selectionStart ?? target.value.length);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={t('composer.placeholder')}
          inputProps={{
            onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
              setCursor(currentTarget.selectionStart),
            ...mention.fieldProps,
            'aria-label': t('composer.field'),
            dir: 'auto',
            enterKeyHint: 'send',
          }}
          sx={{ paddingBlock: 2, bgcolor: 'background.default', fontSize: font.message }}
        />
        <IconAction
          label={t('composer.send')}
          icon={<SendRounded />}
          disabled={body === '' || isTooLong}
          onClick={send}
          sx={{ color: 'primary.text' }}
        />
      </Box>
      {isTooLong && (
        <Typography variant="caption" role="alert" sx={{ display: 'block', color: 'error.text' }}>
          {t('internal-chats:tooLong', {
            length: formatNumber(body.length),
            max: formatNumber(CHAT_MESSAGE_MAX_CHARS),
          })}
        </Typography>
      )}
    </Box>
  );
};
