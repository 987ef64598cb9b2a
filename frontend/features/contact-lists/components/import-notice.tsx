import Alert, { type AlertColor } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ReactNode } from 'react';
import { fileLink } from '../../../components/media/file-link.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { RunningUpload } from './use-sheet-upload.ts';

interface NoticeProps {
  severity: AlertColor;
  title: string;
  details: string;
  /** Done share, 0 to 1; null while it is unknown. Absent when nothing runs. */
  share?: number | null;
  buttons?: ReactNode;
  onClose?: () => void;
}

const Notice = ({ severity, title, details, share, buttons, onClose }: NoticeProps) => {
  const { t } = useTranslation('common');
  return (
    <Alert
      severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      closeText={t('close')}
      {...(onClose === undefined ? {} : { onClose })}
      sx={{ flexShrink: 0, marginBottom: 3, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle>{title}</AlertTitle>
      <Typography variant="body2" noWrap={share !== undefined} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {details}
      </Typography>
      {share !== undefined && (
        <LinearProgress
          aria-label={title}
          variant={share === null ? 'indeterminate' : 'determinate'}
          value={(share ?? 0) * 100}
          sx={{ marginTop: 2 }}
        />
      )}
      {buttons !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginTop: 2 }}>{buttons}</Box>
      )}
    </Alert>
  );
};

/** Shows how much of a file has been uploaded. */
export const UploadNotice = ({ of }: { of: RunningUpload }) => {
  const { t } = useTranslation('contact-files');
  return <Notice severity="info" title={t('file.sending')} details={of.fileName} share={of.share} />;
};

interface ImportNoticeProps {
  of: ImportView;
  onChooseColumns: () => void;
  onClose: () => void;
}

/** Shows an import into a contact list: its progress, its result, or what the user must do. */
export const ImportNotice = ({ of, onChooseColumns, onClose }: ImportNoticeProps) => {
  const { t } = useTranslation('contact-files');
  const { t: tList } = useTranslation('contact-lists');
  const results = [
    tList('import.created', { shown: formatNumber(of.created) }),
    tList('import.existing', { shown: formatNumber(of.existing) }),
    tList('import.ignored', { shown: formatNumber(of.ignored) }),
  ].join(' · ');
  const download =
    of.resultUrl === null ? undefined : (
      <Button {...fileLink(of.resultUrl, '')} color="inherit" size="small" variant="outlined">
        {tList('import.result')}
      </Button>
    );
  switch (of.state) {
    case 'reading':
      return <Notice severity="info" title={t('reading')} details={of.fileName} share={null} />;
    case 'ready':
      return (
        <Notice
          severity="warning"
          title={tList('import.choose')}
          details={tList('import.chooseHint', { name: of.fileName })}
          onClose={onClose}
          buttons={
            <Button color="inherit" size="small" variant="outlined" onClick={onChooseColumns}>
              {tList('import.chooseAction')}
            </Button>
          }
        />
      );
    case 'importing':
      return (
        <Notice
          severity="info"
          title={t('importing')}
          details={[
            t('progress', { done: formatNumber(of.processed), total: formatNumber(of.selected) }),
            of.fileName,
          ].join(' · ')}
          share={of.selected === 0 ? 0 : of.processed / of.selected}
        />
      );
    case 'invalid':
      return (
        <Notice
          severity="error"
          title={t('invalid')}
          details={[
            ...(of.problem === null ? [] : [t(`problem.${of.problem}`)]),
            ...(of.processed === 0 ? [] : [results]),
          ].join(' ')}
          onClose={onClose}
          buttons={download}
        />
      );
    case 'done':
      return (
        <Notice
          severity={of.existing + of.ignored === 0 ? 'success' : 'warning'}
          title={t('done')}
          details={results}
          onClose={onClose}
          buttons={download}
        />
      );
  }
};
