import CallRounded from '@mui/icons-material/CallRounded';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PhoneMissedRounded from '@mui/icons-material/PhoneMissedRounded';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { adSchema, callSchema, eventSchema } from '@prosa/shared/messaging/stored-content.ts';
import type { ReactNode } from 'react';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { notifyInfo } from '../../../../lib/screen/notify.ts';
import { dayOf, formatDateTime, formatDuration, formatTime } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import { safeHref } from '../../message-markup.ts';
import { Card, Heading, Line, smallIcon } from './described-card.tsx';
import { PollCard } from './poll-card.tsx';

const READ_MS = 6000;

const Outside = ({ href, children }: { href: string; children: ReactNode }) => {
  const safe = safeHref(href);
  return safe === undefined || !/^https?:/.test(safe) ? null : (
    <Link href={safe} target="_blank" rel="noopener noreferrer" variant="body2">
      {children}
    </Link>
  );
};

const instant = (ms: number): string => new Date(ms).toISOString();

/** Formats a time span as `21/11/2026 19:00 – 21:00`; the end's day is shown only when it differs. */
const timesOf = (startsAt: number, endsAt: number | null): string => {
  const from = formatDateTime(instant(startsAt));
  if (endsAt === null) return from;
  const isSameDay = dayOf(instant(startsAt)) === dayOf(instant(endsAt));
  return `${from} – ${isSameDay ? formatTime(instant(endsAt)) : formatDateTime(instant(endsAt))}`;
};

const EventCard = ({ data }: { data: unknown }) => {
  const { t } = useTranslation('messages');
  const event = eventSchema.safeParse(data);
  if (!event.success) return null;
  const { name, description, place, link, startsAt, endsAt, isCancelled } = event.data;
  return (
    <Card>
      <Heading>{isCancelled ? <s>{name}</s> : name}</Heading>
      {isCancelled && (
        <Typography variant="caption" sx={{ color: 'error.text' }}>
          {t('event.cancelled')}
        </Typography>
      )}
      {startsAt !== null && (
        <Line mark={<EventOutlined aria-hidden sx={smallIcon} />}>
          <time dateTime={instant(startsAt)}>{timesOf(startsAt, endsAt)}</time>
        </Line>
      )}
      {place !== '' && <Line mark={<PlaceOutlined aria-hidden sx={smallIcon} />}>{place}</Line>}
      {description !== '' && (
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap' }}>
          {description}
        </Typography>
      )}
      {!isCancelled && <Outside href={link}>{t('event.join')}</Outside>}
    </Card>
  );
};

const THUMBNAIL_PX = 72;

/**
 * Shows the advertisement that the contact responded to. Its picture came with the message; nothing is fetched from
 * elsewhere.
 */
export const AdPreview = ({ data }: { data: unknown }) => {
  const { t } = useTranslation('messages');
  const ad = adSchema.safeParse(data);
  if (!ad.success) return null;
  const { title, body, link, thumbnail } = ad.data;
  return (
    <Card>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('kind.ad')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2 }}>
        {/^[A-Za-z0-9+/=]+$/.test(thumbnail) && (
          <FreshImage
            src={`data:image/jpeg;base64,${thumbnail}`}
            alt=""
            width={THUMBNAIL_PX}
            height={THUMBNAIL_PX}
            style={{ objectFit: 'cover', borderRadius: radius.control, flexShrink: 0 }}
          />
        )}
        <Box sx={{ minWidth: 0 }}>
          <Heading>{title}</Heading>
          <Typography variant="body2" dir="auto" sx={{ color: 'text.secondary' }}>
            {body}
          </Typography>
          <Outside href={link}>{t('ad.open')}</Outside>
        </Box>
      </Box>
    </Card>
  );
};

/** Shows a call of the account's phone. Calling back is possible only on the phone. */
const Call = ({ data }: { data: unknown }) => {
  const { t } = useTranslation('messages');
  const call = callSchema.safeParse(data);
  if (!call.success) return null;
  const { video, answered, durationS } = call.data;
  const kind = video ? 'video' : 'voice';
  return (
    <Card>
      <Line
        mark={
          answered ? (
            <CallRounded aria-hidden sx={smallIcon} />
          ) : (
            <PhoneMissedRounded aria-hidden sx={{ fontSize: icon.small, color: 'error.text' }} />
          )
        }
      >
        {answered
          ? t(`answeredCall.${kind}`, { duration: formatDuration(durationS) })
          : t(`missedCall.${kind}`)}
      </Line>
      <Button
        size="small"
        onClick={() => notifyInfo(t('call.usePhone'), READ_MS)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('call.back')}
      </Button>
    </Card>
  );
};

/** Renders the message kinds that are drawn from their data. */
export const DescribedContent = ({ message }: { message: MessageView }) => {
  const { mediaType, dataJson } = message;
  switch (mediaType) {
    case 'pollCreationMessageV3':
      return <PollCard message={message} />;
    case 'eventMessage':
      return <EventCard data={dataJson} />;
    case 'adMetaPreview':
      return <AdPreview data={dataJson} />;
    case 'call_log':
      return <Call data={dataJson} />;
    default:
      return null;
  }
};
