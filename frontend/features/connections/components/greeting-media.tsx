import Box from '@mui/material/Box';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { FreshVideo } from '../../../components/media/fresh-player.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { FormFile, type MediaChange } from '../../files/components/form-file.tsx';
import { uploadFile } from '../../files/upload-file.ts';

const PREVIEW_HEIGHT_PX = 180;
const TYPES = 'image/*,video/*';

/** Saves the form's change of a greeting's file. */
export const saveGreetingMedia = async (id: number, change: MediaChange): Promise<void> => {
  const params = { id };
  if (change === 'keep') return;
  if (change === 'remove') await call(connectionRoutes.removeMedia, { params });
  else {
    const mediaKey = await uploadFile(change, new AbortController().signal, () => undefined);
    await call(connectionRoutes.setMedia, { params, body: { mediaKey } });
  }
};

/** Returns an object URL for the selected file; revoked when the file changes. */
const useFileUrl = (file: File | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
};

const Preview = ({ url, mimeType, name }: { url: string; mimeType: string; name: string }) => {
  const { t } = useTranslation('connections');
  const label = t('media.preview', { name });
  const look = { maxWidth: '100%', maxHeight: PREVIEW_HEIGHT_PX, borderRadius: `${radius.control}px` };
  return mimeType.startsWith('video/') ? (
    <FreshVideo src={url} controls aria-label={label} style={look} />
  ) : (
    <FreshImage src={url} alt={label} style={{ ...look, alignSelf: 'flex-start' }} />
  );
};

interface GreetingMediaProps {
  /** Undefined for a new connection. */
  connectionId: number | undefined;
  /** Name of the saved file; empty without one. */
  current: string;
}

/** The greeting's picture or video, with a preview. */
export const GreetingMedia = ({ connectionId, current }: GreetingMediaProps) => {
  const { t } = useTranslation('connections');
  const change: unknown = useWatch({ name: 'media' });
  const chosen = change instanceof File ? change : null;
  const chosenUrl = useFileUrl(chosen);
  const isKept = change === 'keep' && current !== '' && connectionId !== undefined;
  const { data } = useQuery({
    ...routeQuery(connectionRoutes.get, { params: { id: connectionId ?? 0 } }),
    enabled: isKept,
    meta: { silent: true },
  });
  const stored = isKept ? data?.greetingMedia : undefined;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <FormFile
        name="media"
        current={current === '' ? null : current}
        accept={TYPES}
        labels={{
          choose: t('media.choose'),
          change: t('media.change'),
          remove: (name) => t('media.remove', { name }),
        }}
        help={t('media.help')}
      />
      {chosen !== null && chosenUrl !== null && (
        <Preview url={chosenUrl} mimeType={chosen.type} name={chosen.name} />
      )}
      {stored != null && <Preview url={stored.url} mimeType={stored.mimeType} name={current} />}
    </Box>
  );
};
