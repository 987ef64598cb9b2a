import CloseRounded from '@mui/icons-material/CloseRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyPopover } from '../../../../components/lazy-popover.tsx';
import { MessageField } from '../../../../components/message-field.tsx';
import { call } from '../../../../lib/api/api-client.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { notifyError } from '../../../../lib/screen/notify.ts';
import { isField, useShortcuts } from '../../../../lib/screen/shortcuts.ts';
import { useIsPhone } from '../../../../lib/screen/use-is-phone.ts';
import { readStored, writeStored } from '../../../../lib/storage.ts';
import { font } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { fetchQuickFile } from '../../../quick-messages/fetch-quick-file.ts';
import { type DraftTab, draftOf, draftStore, setDraft } from '../../../tickets/drafts.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useCompletion } from '../../hooks/use-completion.ts';
import { quoteOf } from '../../message-summary.ts';
import { sendMessage } from '../../pending-messages.ts';
import { QuotedBlock } from '../message/quoted-block.tsx';
import { CompletionChoice } from './completion-choice.tsx';
import { type ComposedKind, ComposerTools } from './composer-tools.tsx';
import { VoiceRecorder } from './voice-recorder.tsx';

const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'));
const CameraDialog = lazyPart(() => import('./camera-dialog.tsx'));
const AttachmentDialog = lazyPart(() => import('./attachment-dialog.tsx'));
const ContactCardDialog = lazyPart(() => import('./contact-card-dialog.tsx'));
const LocationDialog = lazyPart(() => import('./location-dialog.tsx'));
const InteractiveDialog = lazyPart(() => import('./interactive-dialog.tsx'));

const MAX_LINES = 8;
/** Known before the picker has loaded, so that what holds it opens where it will stay. */
const EMOJI_PICKER_SIZE = { width: 340, height: 400 } as const;

interface ComposerProps {
  ticket: TicketView;
  /** Little room: the tools stand above the text instead of beside it. */
  compact: boolean;
  quoted: MessageView | null;
  onQuoteDone: () => void;
  editing: MessageView | null;
  onEditDone: () => void;
  /** Files dropped onto the conversation. */
  dropped: readonly File[];
  onDropDone: () => void;
}

/**
 * Puts the cursor behind what was written, where a ticket is opened or taken. Not where that calls up a keyboard of
 * glass, and not out of a field in which something is being typed.
 */
const useFocusOnOpening = (field: RefObject<HTMLTextAreaElement | null>, phone: boolean): void => {
  const isWanted = useRef(!phone && matchMedia('(hover: hover)').matches);
  useEffect(() => {
    const element = field.current;
    if (element === null || !isWanted.current || isField(document.activeElement)) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
};

/** Where replies and notes are written: text, emoji, files, a contact, a voice note. */
export const Composer = ({
  ticket,
  compact,
  quoted,
  onQuoteDone,
  editing,
  onEditDone,
  dropped,
  onDropDone,
}: ComposerProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const phone = useIsPhone();
  const [tab, setTab] = useState<DraftTab>('reply');
  const draft = useStore(draftStore, (state) => draftOf(state.texts, user.id, ticket.uuid, tab));
  const [editText, setEditText] = useState('');
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  /** What a quick reply says of its file; it stands in the field, too, until it is sent. */
  const [caption, setCaption] = useState('');
  const dropFiles = () => {
    setFiles([]);
    setCaption('');
  };
  const [composed, setComposed] = useState<ComposedKind | null>(null);
  const endComposing = () => setComposed(null);
  const [takingPhoto, setTakingPhoto] = useState(false);
  const [recording, setRecording] = useState(false);
  const [signed, setSigned] = useState(readStored('signMessages') ?? false);
  const field = useRef<HTMLTextAreaElement>(null);

  const text = editing === null ? draft : editText;
  const setText = (value: string) =>
    editing === null ? setDraft(user.id, ticket.uuid, tab, value) : setEditText(value);
  const focus = () => field.current?.focus();
  const replace = (from: number, to: number, part: string) => {
    setText(text.slice(0, from) + part + text.slice(to));
    requestAnimationFrame(() => {
      focus();
      field.current?.setSelectionRange(from + part.length, from + part.length);
    });
  };
  const completion = useCompletion(text, {
    offersQuick: tab === 'reply' && editing === null,
    replace,
    onQuick: ({ id, message, mediaPath }) => {
      replace(0, text.length, message);
      if (mediaPath === null) return;
      fetchQuickFile(id).then((file) => {
        setFiles([file]);
        setCaption(message);
      }, notifyError);
    },
  });

  useFocusOnOpening(field, phone);
  useEffect(() => {
    if (editing !== null) setEditText(editing.body);
    if (editing !== null || quoted !== null) field.current?.focus();
  }, [editing, quoted]);
  useEffect(() => {
    if (dropped.length > 0) {
      setFiles(dropped);
      onDropDone();
    }
  }, [dropped, onDropDone]);

  useShortcuts([
    {
      id: 'conversation.reply',
      keys: 'Alt+KeyL',
      label: t('shortcut.reply'),
      run: () => {
        setTab('reply');
        focus();
      },
      inFields: true,
    },
    {
      id: 'conversation.note',
      keys: 'Alt+KeyP',
      label: t('shortcut.note'),
      run: () => {
        setTab('note');
        focus();
      },
      inFields: true,
    },
  ]);

  const saveEdit = (message: MessageView, body: string) => {
    call(messageRoutes.edit, { params: { messageId: message.id }, body: { body } })
      .then((edited) => putMessages(queryClient, [edited]))
      .catch(notifyError);
    onEditDone();
  };
  const send = () => {
    const body = text.trim();
    if (body === '') return;
    if (editing !== null) {
      saveEdit(editing, body);
      return;
    }
    sendMessage(ticket, user.id, {
      body,
      isPrivate: tab === 'note',
      signed: tab === 'reply' && canSign && signed,
      quoted: quoted === null || tab === 'note' ? null : quoteOf(quoted, ticket.contact.name),
    });
    setText('');
    onQuoteDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape' && (editing !== null || quoted !== null)) {
      event.stopPropagation();
      onEditDone();
      onQuoteDone();
    }
    // On phones Enter makes a line, as in every messenger; the button sends.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || phone) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || tab === 'note') return;
    event.preventDefault();
    setFiles(pasted);
  };
  const insert = (chosen: string) => {
    const at = field.current?.selectionStart ?? text.length;
    replace(at, field.current?.selectionEnd ?? at, chosen);
    setEmojiAnchor(null);
  };

  const canSign = user.company.companieSettings.sendSignMessage === 'enabled';
  const isNote = tab === 'note';
  const tools = (
    <ComposerTools
      textOnly={isNote || editing !== null}
      signed={canSign ? signed : null}
      onSign={() => {
        setSigned(!signed);
        writeStored('signMessages', !signed);
      }}
      onEmoji={setEmojiAnchor}
      onFiles={setFiles}
      onCompose={setComposed}
      onCamera={() => setTakingPhoto(true)}
    />
  );
  const accessory = editing ?? (isNote ? null : quoted);

  return (
    <Box
      sx={{
        borderTop: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        paddingInline: 3,
        paddingTop: 1,
        paddingBottom: 'max(12px, env(safe-area-inset-bottom))',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Tabs
          value={tab}
          onChange={(_event, value: DraftTab) => setTab(value)}
          aria-label={t('composer.tabs')}
        >
          <Tab value="reply" label={t('composer.reply')} />
          <Tab
            value="note"
            label={t('composer.note')}
            {...(compact ? {} : { icon: <LockOutlined fontSize="small" /> })}
            iconPosition="start"
          />
        </Tabs>
        {compact && !recording && tools}
      </Box>
      {accessory !== null && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingTop: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {editing !== null && (
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('composer.editing')}
              </Typography>
            )}
            <QuotedBlock quoted={quoteOf(accessory, ticket.contact.name)} />
          </Box>
          <IconAction
            label={t('composer.dropQuote')}
            icon={<CloseRounded />}
            onClick={() => {
              onEditDone();
              onQuoteDone();
            }}
          />
        </Box>
      )}
      <CompletionChoice completion={completion} />
      {recording ? (
        <VoiceRecorder
          onDone={(file) => {
            setRecording(false);
            if (file !== null) sendMessage(ticket, user.id, { body: '', file: { file, voice: true } });
          }}
        />
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1, paddingTop: 2 }}>
          {!compact && tools}
          <MessageField
            inputRef={field}
            multiline
            maxRows={MAX_LINES}
            fullWidth
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              completion.setCursor(event.target.selectionStart ?? 0);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            placeholder={isNote ? t('composer.notePlaceholder') : t('composer.placeholder')}
            inputProps={{
              onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
                completion.setCursor(currentTarget.selectionStart),
              ...completion.fieldProps,
              'aria-label': isNote ? t('composer.noteField') : t('composer.field'),
              dir: 'auto',
              enterKeyHint: 'send',
            }}
            sx={{
              paddingBlock: 2,
              borderColor: isNote ? 'note.border' : 'divider',
              bgcolor: isNote ? 'note.main' : 'background.default',
              color: isNote ? 'note.text' : 'text.primary',
              fontSize: font.message,
            }}
          />
          {text.trim() === '' && !isNote && editing === null ? (
            <IconAction
              label={t('composer.record')}
              icon={<MicNoneRounded />}
              onClick={() => setRecording(true)}
            />
          ) : (
            <IconAction
              label={
                editing === null
                  ? isNote
                    ? t('composer.keepNote')
                    : t('composer.send')
                  : t('composer.saveEdit')
              }
              icon={<SendRounded />}
              disabled={text.trim() === ''}
              onClick={send}
              sx={{ color: 'primary.text' }}
            />
          )}
        </Box>
      )}
      <LazyPopover
        open={emojiAnchor !== null}
        anchorEl={emojiAnchor}
        onClose={() => setEmojiAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Suspense fallback={<Skeleton variant="rounded" {...EMOJI_PICKER_SIZE} />}>
          <EmojiPicker size={EMOJI_PICKER_SIZE} onPick={insert} />
        </Suspense>
      </LazyPopover>
      <Suspense fallback={null}>
        {files.length > 0 && (
          <AttachmentDialog
            files={files}
            caption={caption}
            onClose={dropFiles}
            onSend={(captioned) => {
              if (caption !== '' && text === caption) setText('');
              dropFiles();
              for (const { file, caption: body } of captioned)
                sendMessage(ticket, user.id, { body, file: { file, voice: false } });
            }}
          />
        )}
        {takingPhoto && (
          <CameraDialog
            onClose={() => setTakingPhoto(false)}
            onPhoto={(photo) => {
              setTakingPhoto(false);
              setFiles([photo]);
            }}
          />
        )}
        {composed === 'location' && <LocationDialog ticket={ticket} onClose={endComposing} />}
        {composed === 'interactive' && <InteractiveDialog ticket={ticket} onClose={endComposing} />}
        {composed === 'contact' && (
          <ContactCardDialog
            onClose={endComposing}
            onPick={(contact) => {
              endComposing();
              sendMessage(ticket, user.id, { body: contact.name, contactId: contact.id });
            }}
          />
        )}
      </Suspense>
    </Box>
  );
};
