import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { contactFileRoutes, type ExportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { fileLink } from '../../../components/media/file-link.ts';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey, routeQuery } from '../../../lib/api/query.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

const Export = ({ of, exportedText }: { of: ExportView; exportedText: (exported: string) => string }) => {
  const { t } = useTranslation('contact-files');
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingBlock: 3 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('exports.made', { when: formatDateTime(of.createdAt) })} ·{' '}
        {exportedText(formatNumber(of.exported))}
      </Typography>
      {of.state === 'running' && <LinearProgress aria-label={t('exports.running')} sx={{ marginBlock: 2 }} />}
      {of.files.map(({ fileName, url }) => (
        <Button key={fileName} {...fileLink(url, fileName)} sx={{ marginTop: 1, textAlign: 'start' }}>
          {t('exports.download', { name: fileName })}
        </Button>
      ))}
    </Box>
  );
};

interface ExportDialogProps {
  /** What is exported instead of all contacts. */
  of?: {
    title: string;
    hint: string;
    /** Lists the exports, if they are not those of contacts. */
    list?: typeof ticketReportRoutes.listExports;
    /** Returns the text for the number of exported rows, if they are not contacts. */
    exportedText?: (exported: string) => string;
    start: () => Promise<unknown>;
  };
  onClose: () => void;
}

/** Exports all contacts to spreadsheets, and offers the finished files for download. */
export const ExportDialog = ({ of, onClose }: ExportDialogProps) => {
  const { t } = useTranslation('contact-files');
  const titleId = useId();
  const row = of?.list ?? contactFileRoutes.listExports;
  const list = useQuery({
    ...routeQuery<typeof contactFileRoutes.listExports | typeof ticketReportRoutes.listExports>(row, {}),
    staleTime: 0,
    meta: { silent: true },
  });
  const start = useMutation({
    mutationFn: (): Promise<unknown> => of?.start() ?? call(contactFileRoutes.createExport, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: routeKey(row) }),
  });
  const exports = list.data?.exports ?? [];
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{of?.title ?? t('exports.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBottom: 3 }}>
          {of?.hint ?? t('exports.hint')}
        </Typography>
        {list.error !== null && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.exports.length === 0 && <Alert severity="info">{t('exports.none')}</Alert>}
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {exports.map((each) => (
            <Export
              key={each.id}
              of={each}
              exportedText={of?.exportedText ?? ((exported) => t('exports.exported', { exported }))}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('exports.close')}</Button>
        <Button
          variant="contained"
          loading={start.isPending || exports[0]?.state === 'running'}
          onClick={() => start.mutate()}
        >
          {t('exports.start')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
