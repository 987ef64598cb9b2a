import DoNotDisturbAltRounded from '@mui/icons-material/DoNotDisturbAltRounded';
import LockOutlined from '@mui/icons-material/LockOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import ShortcutRounded from '@mui/icons-material/ShortcutRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { formatCoordinates, formatDateTime, formatTime } from '../../../../lib/texts/format.ts';
import { font, icon, radius } from '../../../../theme/tokens.ts';
import { useLongPress } from '../../hooks/use-long-press.ts';
import { isForwardable } from '../../is-forwardable.ts';
import { discardPending, PENDING_PREFIX, pendingStore } from '../../pending-store.ts';
import { selectionStore } from '../../selection.ts';
import { writerName } from '../../writer-name.ts';
import { ContactCards } from './contact-cards.tsx';
import { DescribedContent } from './described-content.tsx';
import { MessageMedia } from './message-media.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import { MessageSelector } from './message-selector.tsx';
import { MessageText } from './message-text.tsx';
import { QuotedBlock } from './quoted-block.tsx';
import { Ticks } from './ticks.tsx';
import { Transcription } from './transcription.tsx';

const InteractiveMessage = lazyPart(() => import('./interactive-message.tsx'));

export interface MessageActions {
  /** Answers a message with one of its choices; null where nothing can be written. */
  answer: ((message: MessageView, text: string) => void) | null;
  quote: (message: MessageView) => void;
  edit: (message: MessageView) => void;
  forward: (message: MessageView) => void;
  remove: (message: MessageView) => void;
  resend: (message: MessageView) => void;
  openQuoted: (id: string) => void;
}

interface MessageBubbleProps {
  message: MessageView;
  isFirst: boolean;
  isLast: boolean;
  /** It was looked for. */
  isFound: boolean;
  /** Names the writer: groups and notes have several. */
  showWriter: boolean;
  actions: MessageActions;
}

/** The list is the container: what counts is its width, not the screen's. */
const ROOMY = '@container (min-width: 480px)';
/** Room for the boxes that messages are chosen with. */
const SELECTING = { paddingInlineStart: 12, [ROOMY]: { paddingInlineStart: 14, paddingInlineEnd: 6 } };
const CAPTION_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'application']);
/** Something to press stands in the place of their body. */
const INTERACTIVE_KINDS: ReadonlySet<string> = new Set([
  'listMessage',
  'buttonsMessage',
  'interactiveMessage',
]);
/** Their body is for machines. */
const WORDLESS_KINDS: ReadonlySet<string> = new Set([
  'locationMessage',
  'contactMessage',
  'pollCreationMessageV3',
  'eventMessage',
  'unsupported',
]);

/** What stands in place of a content that is not there. */
const Notice = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const notice = () => {
    switch (message.mediaType) {
      case 'unsupported':
        return t('unsupported');
      case 'ciphertext':
        return t('ciphertext');
      case 'viewOnceMessage':
        return t('viewOnce');
      default:
        return undefined;
    }
  };
  const text = notice();
  return text === undefined ? null : (
    <Typography component="span" variant="body2" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      {text}
    </Typography>
  );
};

/** What a message says in words, its caption if it is a file. */
const textOf = ({ body, media, mediaType }: MessageView): string => {
  if (INTERACTIVE_KINDS.has(mediaType)) return '';
  if (media === null) return WORDLESS_KINDS.has(mediaType) ? '' : body;
  return CAPTION_KINDS.has(mediaType) && body !== media.fileName ? body : '';
};

const Location = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const latitude = Number(message.dataJson?.latitude);
  const longitude = Number(message.dataJson?.longitude);
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return <MessageText text={message.body} />;
  const name = typeof message.dataJson?.name === 'string' ? message.dataJson.name : '';
  return (
    <Link
      href={`https://www.google.com/maps?q=${latitude},${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        padding: 2,
        borderRadius: `${radius.control}px`,
        bgcolor: 'action.hover',
      }}
    >
      <PlaceOutlined sx={{ fontSize: icon.large }} />
      <Box>
        <Typography variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
          {name === '' ? t('kind.location') : name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatCoordinates(latitude, longitude)}
        </Typography>
      </Box>
    </Link>
  );
};

/** When, and how far it came: at the end of the last line where there is room, below it otherwise. */
const Meta = ({ message, below = false }: { message: MessageView; below?: boolean }) => {
  const { t } = useTranslation('messages');
  return (
    <Box
      component="span"
      sx={{
        float: 'right',
        display: 'flex',
        alignItems: 'center',
        alignSelf: 'flex-end',
        gap: 1,
        height: 16,
        marginInlineStart: 3,
        ...(below ? {} : { marginTop: '6px', marginBottom: '-2px' }),
        typography: 'caption',
        lineHeight: 1,
        color: message.isPrivate ? 'note.text' : 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
        fontStyle: 'normal',
      }}
    >
      {message.isEdited && !message.isDeleted && <span>{t('edited')}</span>}
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe && (!message.isPrivate || message.sendState !== 'private') && (
        <Ticks message={message} />
      )}
    </Box>
  );
};

const Content = ({ message, actions }: Pick<MessageBubbleProps, 'message' | 'actions'>) => {
  const { t } = useTranslation('messages');
  if (message.isDeleted) {
    return (
      <Typography component="div" variant="message" sx={{ display: 'flow-root', color: 'text.secondary' }}>
        <DoNotDisturbAltRounded sx={{ fontSize: icon.small, verticalAlign: '-3px', marginInlineEnd: 1 }} />
        <em>{message.fromMe ? t('deleted.own') : t('deleted.contact')}</em>
        <Meta message={message} />
      </Typography>
    );
  }
  const { quotedMsg } = message;
  const text = textOf(message);
  return (
    <>
      {quotedMsg !== null && (
        <QuotedBlock quoted={quotedMsg} onOpen={() => actions.openQuoted(quotedMsg.id)} />
      )}
      {message.media !== null && <MessageMedia message={message} />}
      {message.mediaType === 'audio' && <Transcription message={message} />}
      {message.mediaType === 'locationMessage' && <Location message={message} />}
      {message.mediaType === 'contactMessage' && <ContactCards message={message} />}
      {INTERACTIVE_KINDS.has(message.mediaType) && (
        <Suspense fallback={<MessageText text={message.body} />}>
          <InteractiveMessage message={message} actions={actions} />
        </Suspense>
      )}
      <DescribedContent message={message} />
      <Notice message={message} />
      {text === '' ? (
        <Meta message={message} below />
      ) : (
        <Typography
          component="div"
          variant="message"
          sx={{ display: 'flow-root', maxWidth: `${font.measureCh}ch` }}
        >
          <MessageText text={text} />
          <Meta message={message} />
        </Typography>
      )}
    </>
  );
};

const UploadProgress = ({ clientId }: { clientId: string | null }) => {
  const { t } = useTranslation('messages');
  const pending = useStore(pendingStore, (state) =>
    state.messages.find((message) => message.clientId === clientId),
  );
  if (pending?.file == null || pending.error !== null || pending.isWaiting) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginTop: 1 }}>
      <LinearProgress
        variant="determinate"
        value={pending.file.progress * 100}
        aria-label={t('media.sending')}
        sx={{ flex: 1, borderRadius: `${radius.pill}px` }}
      />
      <Button size="small" onClick={() => discardPending(pending.clientId)}>
        {t('media.cancel')}
      </Button>
    </Box>
  );
};

const Reactions = ({ message }: { message: MessageView }) =>
  message.reactions.length === 0 ? null : (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        marginTop: -2,
        paddingInline: 3,
        justifyContent: message.fromMe ? 'flex-end' : 'flex-start',
      }}
    >
      {message.reactions.map((reaction) => (
        <Box
          key={`${reaction.name}-${reaction.fromMe}-${reaction.at}`}
          title={reaction.name}
          sx={{
            paddingInline: 2,
            borderRadius: `${radius.pill}px`,
            border: '1px solid',
            borderColor: 'divider',
            bgcolor: 'background.raised',
            typography: 'body2',
          }}
        >
          {reaction.emoji}
        </Box>
      ))}
    </Box>
  );

/** A sticker stands by itself, without a bubble around it. */
const isBare = ({ mediaType, media, isDeleted, isForwarded, quotedMsg }: MessageView): boolean =>
  mediaType === 'stickerMessage' &&
  media?.state === 'stored' &&
  !isDeleted &&
  !isForwarded &&
  quotedMsg === null;

const surface = (message: MessageView) => {
  if (isBare(message)) return { bgcolor: 'transparent', color: 'text.primary' };
  if (message.isPrivate)
    return { bgcolor: 'note.main', color: 'note.text', border: '1px solid', borderColor: 'note.border' };
  return { bgcolor: message.fromMe ? 'bubble.own' : 'bubble.contact', color: 'text.primary' };
};

/** One message, as a bubble at its writer's side. */
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
    const tail = isLast ? `${radius.tail}px` : `${radius.bubble}px`;
    return (
      <Box
        component="article"
        aria-label={t('messageOf', label)}
        data-message-id={message.id}
        {...(isFound ? { 'aria-current': true } : {})}
        sx={{
          position: 'relative',
          display: 'flex',
          flexDirection: 'column',
          alignItems: own ? 'flex-end' : 'flex-start',
          paddingInline: 3,
          [ROOMY]: { paddingInline: 6 },
          ...(selecting ? SELECTING : {}),
          paddingTop: isFirst ? 3 : 1,
          '&:hover .message-menu, &:focus-within .message-menu': { opacity: 1 },
        }}
      >
        <Box
          sx={{
            display: 'flex',
            flexDirection: own ? 'row-reverse' : 'row',
            alignItems: 'flex-start',
            gap: 1,
            maxWidth: '92%',
            [ROOMY]: { maxWidth: '78%' },
          }}
        >
          <Box
            {...(selecting ? {} : longPress)}
            sx={{
              ...surface(message),
              // A long press asks for the menu, not for a piece of the text.
              '@media (hover: none)': { userSelect: 'none', WebkitTouchCallout: 'none' },
              ...(isSelected === true || isFound
                ? { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 }
                : {}),
              minWidth: 0,
              display: 'flex',
              flexDirection: 'column',
              gap: 1,
              paddingInline: 3,
              paddingBlock: 2,
              borderRadius: `${radius.bubble}px`,
              borderEndEndRadius: own ? tail : `${radius.bubble}px`,
              borderEndStartRadius: own ? `${radius.bubble}px` : tail,
            }}
          >
            {message.isPrivate && (
              <Typography
                variant="caption"
                sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 'fontWeightMedium' }}
              >
                <LockOutlined sx={{ fontSize: icon.small }} />
                {t('note', { name: writer })}
              </Typography>
            )}
            {showWriter && isFirst && !message.isPrivate && (
              <Typography variant="caption" sx={{ color: 'primary.text', fontWeight: 'fontWeightMedium' }}>
                {writer}
              </Typography>
            )}
            {message.isForwarded && !message.isDeleted && (
              <Typography
                variant="caption"
                sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
              >
                <ShortcutRounded sx={{ fontSize: icon.small }} />
                {t('forwarded')}
              </Typography>
            )}
            <Content message={message} actions={actions} />
            <UploadProgress clientId={message.id.startsWith(PENDING_PREFIX) ? message.clientId : null} />
          </Box>
          {!selecting && <MessageMenu message={message} actions={actions} anchor={menu} onAnchor={setMenu} />}
        </Box>
        <Reactions message={message} />
        <MessageOutcome message={message} onResend={actions.resend} />
        {selecting && isForwardable(message) && (
          <MessageSelector id={message.id} label={t('select.message', label)} checked={isSelected} />
        )}
      </Box>
    );
  },
);
