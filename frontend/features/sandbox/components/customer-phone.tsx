import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DoneAllRounded from '@mui/icons-material/DoneAllRounded';
import LocationOnOutlined from '@mui/icons-material/LocationOnOutlined';
import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { fileLink } from '../../../components/media/file-link.ts';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { FreshAudio, FreshVideo } from '../../../components/media/fresh-player.tsx';
import { MessageField } from '../../../components/message-field.tsx';
import { notifyError, notifyWarning } from '../../../lib/screen/notify.ts';
import { formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../theme/tokens.ts';
import { recordVoice, type VoiceRecording } from '../../messages/record-voice.ts';
import {
  type CustomerMessage,
  markRead,
  readConversation,
  type SandboxGroup,
  type SandboxLine,
  type SandboxPlace,
  writeAsCustomer,
} from '../sandbox-api.ts';

const REFRESH_MS = 1_000;
const READ_ACK = 3;
const THUMB = '👍';
const SAO_PAULO = { latitude: -23.55052, longitude: -46.633308, name: 'São Paulo' };
/** The channels on which customers can send a location and a contact. */
const SHARES_CARDS: Partial<Record<Channel, true>> = { whatsapp: true, whatsappapi: true };
const CARD = { name: 'João Pereira', number: '5511912340000' };

const kindOf = (file: File): string => {
  const [kind] = file.type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
};

const toBase64 = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

const Media = ({ media }: { media: NonNullable<SandboxLine['media']> }) => {
  const { t } = useTranslation('sandbox');
  if (media.mimeType.startsWith('image/'))
    return (
      <FreshImage
        src={media.url}
        alt={t('picture')}
        style={{ maxWidth: '100%', borderRadius: radius.control }}
      />
    );
  if (media.mimeType.startsWith('audio/'))
    return <FreshAudio src={media.url} controls style={{ maxWidth: '100%' }} />;
  if (media.mimeType.startsWith('video/')) {
    return <FreshVideo src={media.url} controls style={{ maxWidth: '100%', borderRadius: radius.control }} />;
  }
  return <Link {...fileLink(media.url, media.fileName ?? '')}>{media.fileName ?? t('file')}</Link>;
};

const Bubble = ({
  line,
  own,
  onReact,
  onDelete,
  onChoose,
}: {
  line: SandboxLine;
  /** Whether the message was written on this phone. */
  own: boolean;
  onReact: () => void;
  onDelete: () => void;
  onChoose: (option: string) => void;
}) => {
  const { t } = useTranslation('sandbox');
  const isOtherMember = line.fromCustomer && !own;
  const at = typeof line.at === 'number' ? new Date(line.at).toISOString() : line.at;
  return (
    <Box sx={{ alignSelf: own ? 'flex-end' : 'flex-start', maxWidth: '85%' }} data-line-id={line.id}>
      <Box
        sx={{
          paddingInline: 3,
          paddingBlock: 2,
          borderRadius: `${radius.bubble}px`,
          bgcolor: own ? 'bubble.own' : 'bubble.contact',
        }}
      >
        {isOtherMember && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {line.from}
          </Typography>
        )}
        {line.deleted ? (
          <Typography variant="body2" sx={{ fontStyle: 'italic', color: 'text.secondary' }}>
            {t('deleted')}
          </Typography>
        ) : (
          <>
            {line.media !== undefined && <Media media={line.media} />}
            {line.location !== undefined && (
              <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {`${line.location.name}\n${line.location.latitude}, ${line.location.longitude}`.trim()}
              </Typography>
            )}
            {line.contact !== undefined && <Typography variant="body2">{line.contact.name}</Typography>}
            <Typography variant="message" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {line.text ?? line.emoji ?? ''}
            </Typography>
          </>
        )}
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            justifyContent: 'flex-end',
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          {line.edited && <span>{t('edited')}</span>}
          <time dateTime={at}>{formatTime(at)}</time>
          {!own && line.ack >= READ_ACK && (
            <DoneAllRounded titleAccess={t('read')} sx={{ fontSize: icon.small, color: 'info.text' }} />
          )}
        </Box>
      </Box>
      {line.options.length > 0 && (
        <Box
          role="group"
          aria-label={t('options')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginTop: 2 }}
        >
          {line.options.map(({ id, title }) => (
            <Button
              key={id}
              size="small"
              variant="outlined"
              aria-label={t('choose', { title })}
              onClick={() => onChoose(id)}
            >
              {title}
            </Button>
          ))}
        </Box>
      )}
      {!line.deleted && !isOtherMember && (
        <Button size="small" color="inherit" onClick={own ? onDelete : onReact}>
          {own ? t('delete') : t('react', { emoji: THUMB })}
        </Button>
      )}
    </Box>
  );
};

const useVoice = (send: (file: File) => void) => {
  const { t } = useTranslation('sandbox');
  const [recording, setRecording] = useState<VoiceRecording | null>(null);
  const toggle = () => {
    if (recording === null)
      recordVoice('voice-note').then(setRecording, () => notifyWarning(t('noMicrophone')));
    else {
      setRecording(null);
      recording
        .finish()
        .then((file) => (file === null ? notifyWarning(t('tooShort')) : send(file)), notifyError);
    }
  };
  return { isRecording: recording !== null, toggle };
};

interface CustomerPhoneProps {
  place: SandboxPlace;
  /** Digits only. */
  number: string;
  name: string;
  /** The group in which the customer writes; null for a private conversation. */
  group: SandboxGroup | null;
}

/** Shows a customer's or group's conversation with the company, as on the customer's phone. */
export const CustomerPhone = ({ place, number, name, group }: CustomerPhoneProps) => {
  const { t } = useTranslation('sandbox');
  const [text, setText] = useState('');
  const chat = group?.id ?? number;
  const isAccount = 'account' in place;
  const sharesCards = !isAccount || SHARES_CARDS[place.account.channel] === true;
  const end = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const lines = useQuery({
    queryKey: ['sandbox.conversation', isAccount ? place.account.accountId : '', chat],
    queryFn: () => readConversation(place, chat),
    refetchInterval: REFRESH_MS,
    enabled: number.length >= 8,
    meta: { silent: true },
  });
  const write = useMutation({
    mutationFn: (message: Pick<CustomerMessage, 'type'> & Partial<CustomerMessage>) =>
      writeAsCustomer(place, {
        from: number,
        name,
        ...(group === null ? {} : { group }),
        ...message,
      }),
    onSuccess: () => lines.refetch(),
  });
  const sendFile = async (chosen: File, type: string) => {
    const data = await toBase64(chosen);
    write.mutate({
      type,
      media: {
        mimeType: chosen.type === '' ? 'application/octet-stream' : chosen.type,
        fileName: chosen.name,
        data,
      },
    });
  };
  const voice = useVoice((recorded) => void sendFile(recorded, 'voice').catch(notifyError));
  const count = lines.data?.length ?? 0;
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [count]);

  const unread = lines.data?.filter((line) => !line.fromCustomer && line.ack < READ_ACK) ?? [];
  const readAll = useMutation({
    mutationFn: () => Promise.all(unread.map(({ id }) => markRead(id))),
    onSuccess: () => lines.refetch(),
  });
  const submit = () => {
    if (text.trim() === '') return;
    write.mutate({ type: 'text', text: text.trim() });
    setText('');
  };
  return (
    <Box
      component="section"
      aria-label={t('phoneOf', { name })}
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: `${radius.bubble}px`,
        bgcolor: 'background.paper',
        overflow: 'hidden',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          padding: 3,
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Typography variant="h3" component="h2" noWrap sx={{ flex: 1 }}>
          {group?.name ?? (isAccount ? place.account.name : place.connection.company)}
        </Typography>
        <Button size="small" disabled={unread.length === 0} onClick={() => readAll.mutate()}>
          {t('markRead')}
        </Button>
      </Box>
      <Box
        role="log"
        aria-label={t('conversation')}
        tabIndex={0}
        sx={{
          flex: 1,
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column',
          gap: 2,
          padding: 4,
          bgcolor: 'background.default',
        }}
      >
        {count === 0 && (
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', textAlign: 'center', marginBlock: 'auto' }}
          >
            {t('nothing')}
          </Typography>
        )}
        {lines.data?.map((line) => (
          <Bubble
            key={line.id}
            line={line}
            own={line.fromCustomer && (line.from ?? number) === number}
            onReact={() => write.mutate({ type: 'reaction', emoji: THUMB, target: line.id })}
            onDelete={() => write.mutate({ type: 'delete', target: line.id })}
            onChoose={(option) => write.mutate({ type: 'choice', target: line.id, option })}
          />
        ))}
        <div ref={end} />
      </Box>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          padding: 3,
          borderTop: '1px solid',
          borderColor: 'divider',
        }}
      >
        <IconAction label={t('attach')} icon={<AttachFileRounded />} onClick={() => file.current?.click()} />
        {sharesCards && (
          <>
            <IconAction
              label={t('location')}
              icon={<LocationOnOutlined />}
              onClick={() => write.mutate({ type: 'location', location: SAO_PAULO })}
            />
            <IconAction
              label={t('contact')}
              icon={<PersonOutlineRounded />}
              onClick={() => write.mutate({ type: 'contact', contact: CARD })}
            />
          </>
        )}
        <MessageField
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('write')}
          inputProps={{ 'aria-label': t('write') }}
        />
        <IconAction
          label={voice.isRecording ? t('stopRecording') : t('record')}
          icon={<MicNoneRounded />}
          active={voice.isRecording}
          onClick={voice.toggle}
        />
        <IconAction
          label={t('send')}
          icon={<SendRounded />}
          type="submit"
          disabled={text.trim() === ''}
          sx={{ color: 'primary.text' }}
        />
      </Box>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('attach')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) sendFile(chosen, kindOf(chosen)).catch(notifyError);
          event.target.value = '';
        }}
      />
    </Box>
  );
};
