import DoNotDisturbAltRounded from '@mui/icons-material/DoNotDisturbAltRounded';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import clsx from 'clsx';
import { Suspense } from 'react';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { formatCoordinates, formatDateTime, formatTime } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import type { MessageActions } from '../../message-actions.ts';
import { ContactCards } from './contact-cards.tsx';
import { DescribedContent } from './described-content.tsx';
import css from './message.module.css';
import { MessageAbout } from './message-about.tsx';
import { MessageMedia } from './message-media.tsx';
import { MessageText } from './message-text.tsx';
import { PinMark } from './pin-mark.tsx';
import { QuotedBlock } from './quoted-block.tsx';
import { Ticks } from './ticks.tsx';
import { Transcription } from './transcription.tsx';

const InteractiveMessage = lazyPart(() => import('./interactive-message.tsx'));

const CAPTION_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'application']);
/** Kinds whose interactive elements replace their body. */
const INTERACTIVE_KINDS: ReadonlySet<string> = new Set([
  'listMessage',
  'buttonsMessage',
  'interactiveMessage',
]);
/** Kinds whose body is not readable text. */
const WORDLESS_KINDS: ReadonlySet<string> = new Set([
  'locationMessage',
  'contactMessage',
  'pollCreationMessageV3',
  'eventMessage',
]);

/** A text in place of missing content. */
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
  return text === undefined ? null : <span className={css.notice}>{text}</span>;
};

/** Returns a message's visible text; for a file its caption. */
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

/** Shows time and delivery state: at the end of the last line if there is room, otherwise below it. */
const Meta = ({ message, below = false }: { message: MessageView; below?: boolean }) => {
  const { t } = useTranslation('messages');
  return (
    <span className={clsx(css.meta, below && css.below)}>
      <PinMark message={message} />
      {message.isEdited && !message.isDeleted && <span>{t('edited')}</span>}
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe && (!message.isPrivate || message.sendState !== 'private') && (
        <Ticks message={message} />
      )}
    </span>
  );
};

/** The content of a message bubble: quoted message, media, text, time and delivery ticks. */
export const MessageContent = ({ message, actions }: { message: MessageView; actions: MessageActions }) => {
  const { t } = useTranslation('messages');
  if (message.isDeleted) {
    return (
      <div className={clsx(css.body, css.deleted)}>
        <DoNotDisturbAltRounded fontSize="small" />
        <em>{message.fromMe ? t('deleted.own') : t('deleted.contact')}</em>
        <Meta message={message} />
      </div>
    );
  }
  const { quotedMsg } = message;
  const text = textOf(message);
  return (
    <>
      <MessageAbout dataJson={message.dataJson} />
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
        <div className={css.body}>
          <MessageText text={text} />
          <Meta message={message} />
        </div>
      )}
    </>
  );
};
