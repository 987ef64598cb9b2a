import Box from '@mui/material/Box';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { memo, useState } from 'react';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { formatCoordinates, formatDateTime, formatPhone } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { previewText } from '../../../tickets/preview-text.ts';
import { summaryOf } from '../../message-summary.ts';
import { readVcards } from '../../read-vcards.ts';
import { storedTemplateCard } from '../../template-card.ts';
import { writerName } from '../../writer-name.ts';
import { MarkedText } from '../message/message-text.tsx';

const PICTURES: ReadonlySet<MessageView['mediaType']> = new Set(['image', 'stickerMessage']);

const placeOf = ({ dataJson }: MessageView): string => {
  const [latitude, longitude] = [Number(dataJson?.latitude), Number(dataJson?.longitude)];
  const name = typeof dataJson?.name === 'string' ? dataJson.name : '';
  const where = Number.isFinite(latitude) && Number.isFinite(longitude);
  return [name, where ? formatCoordinates(latitude, longitude) : ''].filter((part) => part !== '').join(', ');
};
const cardsOf = ({ body }: MessageView): string =>
  readVcards(body)
    .map(({ name, numbers }) => [name, ...numbers.map(formatPhone)].join(' '))
    .join('; ');

/** Returns a function that describes a message's content in words, where that is not its text. */
const useDescription = () => {
  const { t } = useTranslation('messages');
  return (message: MessageView): string => {
    const kind = (word: Parameters<Parameters<typeof summaryOf>[1]>[0]) => t(`kind.${word}`);
    const { media, mediaType } = message;
    if (mediaType === 'locationMessage') return [kind('location'), placeOf(message)].join(': ');
    if (mediaType === 'contactMessage') return [kind('contact'), cardsOf(message)].join(': ');
    if (media !== null)
      return [summaryOf({ body: '', mediaType }, kind), media.fileName]
        .filter((part) => part !== '')
        .join(': ');
    return summaryOf(message, kind);
  };
};

const Content = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const describe = useDescription();
  const [isLost, setLost] = useState(false);
  const { body, media, mediaType, mediaUrl, dataJson } = message;
  if (message.isDeleted) return <em>{message.fromMe ? t('deleted.own') : t('deleted.contact')}</em>;
  if (mediaType === 'extendedTextMessage') return <MarkedText text={body} />;
  const template = storedTemplateCard(dataJson);
  const text = template === undefined ? body : contentText(template);
  if (template !== undefined && media === null) return <MarkedText text={text} />;
  const isPicture =
    PICTURES.has(mediaType) ||
    (mediaType === 'interactiveMessage' && media !== null && shownKindOf(media.mimeType) === 'image');
  return (
    <>
      {isPicture && mediaUrl !== null && !isLost ? (
        <FreshImage src={mediaUrl} alt={describe(message)} loading="eager" onLost={() => setLost(true)} />
      ) : (
        <span>{describe(message)}</span>
      )}
      {media !== null && text !== '' && text !== media.fileName && (
        <div>
          <MarkedText text={text} />
        </div>
      )}
    </>
  );
};

/** A printed message: author, time, content. Notes are labelled as notes. */
export const PrintedMessage = memo(({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const { quotedMsg, reactions } = message;
  const writer = writerName(message, t);
  const shown = reactions.filter(({ emoji }) => emoji !== '');
  return (
    <Box component="article" className={message.isPrivate ? 'note' : message.fromMe ? 'own' : undefined}>
      <header>
        <strong>{message.isPrivate ? t('note', { name: writer }) : writer}</strong>{' '}
        <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
        {message.isEdited && !message.isDeleted && <span> {t('edited')}</span>}
      </header>
      {quotedMsg !== null && !message.isDeleted && (
        <blockquote>
          {quotedMsg.fromMe ? t('you') : quotedMsg.contact.name}:{' '}
          {previewText(summaryOf(quotedMsg, (kind) => t(`kind.${kind}`)))}
        </blockquote>
      )}
      <Content message={message} />
      {shown.length > 0 && <footer>{shown.map(({ emoji, name }) => `${emoji} ${name}`).join(' ')}</footer>}
    </Box>
  );
});
