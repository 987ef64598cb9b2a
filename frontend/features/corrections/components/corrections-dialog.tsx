import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import {
  assistantCorrectionRoutes,
  type CorrectionView,
} from '@prosa/shared/contracts/assistant-corrections.ts';
import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { correctionList, refetchCorrections } from '../correction-list.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
/** Of a question, in names of buttons and in the question before a removal. */
const NAME_CHARS = 60;

const Correction = ({ correction, onEdit }: { correction: CorrectionView; onEdit: () => void }) => {
  const { t } = useTranslation('corrections');
  const { id, assistantId, answer, createdBy, updatedAt } = correction;
  const question = correction.question.slice(0, NAME_CHARS).toWellFormed();
  const remove = () =>
    confirmRemoval({
      title: t('remove.title'),
      body: t('remove.body', { question }),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () =>
        call(assistantCorrectionRoutes.removeCorrection, { params: { id: assistantId, correctionId: id } }),
      onRemoved: refetchCorrections,
    });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 2,
        paddingBlock: 3,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ ...TEXT, fontWeight: 'fontWeightMedium' }}>{correction.question}</Typography>
        <Typography variant="body2" sx={{ ...TEXT, marginTop: 1 }}>
          {answer}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('written', { name: createdBy?.name ?? t('someone'), at: formatDateTime(updatedAt) })}
        </Typography>
      </Box>
      <IconAction label={t('edit', { question })} icon={<EditOutlined />} onClick={onEdit} />
      <IconAction
        label={t('remove.action', { question })}
        icon={<DeleteOutlineRounded />}
        onClick={() => void remove()}
      />
    </Box>
  );
};

interface CorrectionsDialogProps {
  assistant: Pick<AssistantView, 'id' | 'name'>;
  onClose: () => void;
}

/** The corrections of an assistant, the newest first. */
export const CorrectionsDialog = ({ assistant: { id, name }, onClose }: CorrectionsDialogProps) => {
  const { t } = useTranslation('corrections');
  const titleId = useId();
  const [editing, setEditing] = useState<CorrectionView | 'new' | null>(null);
  const { data, isPending, error, refetch } = useQuery({ ...correctionList(id), meta: { silent: true } });
  const corrections = data?.corrections ?? [];
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="wide">
      <DialogTitle id={titleId}>{t('title', { name })}</DialogTitle>
      <DialogContent sx={{ minHeight: 'min(360px, 50dvh)', display: 'flex', flexDirection: 'column' }}>
        {isPending && <ListSkeleton />}
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && corrections.length === 0 && (
          <EmptyState icon={<FactCheckOutlined />} title={t('empty.title')} hint={t('empty.hint')} />
        )}
        {corrections.length > 0 && (
          <Box component="ul" aria-label={t('list')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {corrections.map((correction) => (
              <Correction key={correction.id} correction={correction} onEdit={() => setEditing(correction)} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button startIcon={<AddRounded />} onClick={() => setEditing('new')} sx={{ marginRight: 'auto' }}>
          {t('add')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
      {editing !== null && (
        <CorrectionDialog
          assistantId={id}
          correction={editing === 'new' ? null : editing}
          onSaved={() => notifySuccess(t('saved'))}
          onClose={() => setEditing(null)}
        />
      )}
    </ResponsiveDialog>
  );
};
