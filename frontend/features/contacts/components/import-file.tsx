import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@prosa/shared/rules/file-limits.ts';
import { type DragEvent, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { formatBytes, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { uploadFile } from '../../files/upload-file.ts';
import { importList } from '../import-list.ts';

const ACCEPTED = '.xls,.xlsx,.csv,.txt';

/** Uploads a spreadsheet and starts parsing it. */
export const ImportFile = () => {
  const { t } = useTranslation('contact-files');
  const input = useRef<HTMLInputElement>(null);
  /** Uploaded share of the bytes; null when no upload runs. */
  const [share, setShare] = useState<number | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined || share !== null) return;
    setShare(0);
    try {
      if (file.size > IMPORT_MAX_BYTES) throw new ApiError({ code: 'ERR_FILESIZE_OVER_LIMIT', status: 413 });
      if (file.size === 0) throw new ApiError({ code: 'ERR_MEDIA_EMPTY', status: 422 });
      const key = await uploadFile(file, new AbortController().signal, setShare);
      await call(contactFileRoutes.upload, { body: { key } });
      await queryClient.invalidateQueries({ queryKey: importList.queryKey });
    } catch (error) {
      notifyError(error);
    } finally {
      setShare(null);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{
        display: 'flex',
        minHeight: 320,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
        bgcolor: 'background.paper',
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t('file.choose')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <EmptyState
        icon={<UploadFileOutlined />}
        title={share === null ? t('file.title') : t('file.sending')}
        hint={t('file.hint', { size: formatBytes(IMPORT_MAX_BYTES), rows: formatNumber(IMPORT_MAX_ROWS) })}
        action={
          share === null ? (
            <>
              <Button variant="contained" onClick={() => input.current?.click()}>
                {t('file.choose')}
              </Button>
              <Typography
                variant="body2"
                sx={{ color: 'text.secondary', marginTop: 2, display: { xs: 'none', md: 'block' } }}
              >
                {t('file.drop')}
              </Typography>
            </>
          ) : (
            <LinearProgress
              variant="determinate"
              value={share * 100}
              aria-label={t('file.sending')}
              sx={{ width: 240 }}
            />
          )
        }
      />
    </Box>
  );
};
