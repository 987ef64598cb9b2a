import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { freshLink } from '../../../../lib/media/fresh-links.ts';
import { useBackCloses } from '../../../../lib/screen/use-back-closes.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

const PDF = 'application/pdf';
/** Maximum file size that is loaded into a tab. */
const SHOWN_MAX_BYTES = 30 * 1024 * 1024;

/** Whether a document can be previewed, because the browser has a viewer for it. */
const canShow = ({ mimeType, size }: { mimeType: string; size: number }): boolean =>
  mimeType === PDF && size <= SHOWN_MAX_BYTES && navigator.pdfViewerEnabled;

/**
 * Returns a blob URL of a PDF in this tab. Files are served with headers that block active content and therefore also
 * viewers (S-40). So the bytes are fetched and always typed as PDF, whatever the file contains, so that it cannot run
 * as anything else.
 */
const usePdf = (src: string, isWanted: boolean) => {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    let made: string | undefined;
    const load = async () => {
      const link = await freshLink(src);
      if (link === null) throw new Error('the file has no link');
      const answer = await fetch(link, { signal: leaving.signal });
      if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
      made = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: PDF }));
      if (leaving.signal.aborted) URL.revokeObjectURL(made);
      else setUrl(made);
    };
    load().catch(() => {
      if (!leaving.signal.aborted) setFailed(true);
    });
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [src, isWanted]);
  return { url, failed };
};

interface DocumentPreviewProps {
  src: string;
  name: string;
  file: { mimeType: string; size: number };
  onDownload: () => void;
  onClose: () => void;
}

/** Previews a document, or says that no preview is possible. */
const DocumentPreview = ({ src, name, file, onDownload, onClose }: DocumentPreviewProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const isShowable = canShow(file);
  const { url, failed } = usePdf(src, isShowable);
  useBackCloses(true, onClose);
  const isShown = isShowable && !failed;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={isShown ? 'lg' : 'xs'}
      slotProps={{ paper: { sx: isShown ? { height: '92dvh' } : {} } }}
    >
      <DialogTitle id={titleId} noWrap title={name}>
        {name}
      </DialogTitle>
      <Box sx={{ flex: 1, minHeight: 0, paddingInline: isShown ? 0 : 6 }}>
        {!isShown ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('preview.unavailable')}</Typography>
        ) : url === null ? (
          <Skeleton variant="rectangular" width="100%" height="100%" aria-label={t('media.fetching')} />
        ) : (
          <iframe src={url} title={name} style={{ width: '100%', height: '100%', border: 0 }} />
        )}
      </Box>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button startIcon={<DownloadRounded />} onClick={onDownload}>
          {t('preview.download')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default DocumentPreview;
