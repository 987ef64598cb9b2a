import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  assistantCorrectionRoutes,
  type CorrectionView,
} from '@prosa/shared/contracts/assistant-corrections.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { refetchCorrections } from '../correction-list.ts';

interface CorrectionDialogProps {
  assistantId: number;
  /** null for a new one. */
  correction: CorrectionView | null;
  /** The initial values of a new one. */
  question?: string;
  answer?: string;
  /** The answer of the assistant that is corrected; without one it is not shown. */
  given?: string;
  onSaved: (saved: CorrectionView) => void;
  onClose: () => void;
}

/** The dialog for adding or changing the right answer to a question. */
export const CorrectionDialog = ({
  assistantId,
  correction,
  question = '',
  answer = '',
  given,
  onSaved,
  onClose,
}: CorrectionDialogProps) => {
  const { t } = useTranslation('corrections');
  return (
    <FormDialog
      open
      title={t(correction === null ? 'newTitle' : 'editTitle')}
      schema={assistantCorrectionRoutes.createCorrection.body}
      defaultValues={{ question: correction?.question ?? question, answer: correction?.answer ?? answer }}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async (body) => {
        const saved =
          correction === null
            ? await call(assistantCorrectionRoutes.createCorrection, { params: { id: assistantId }, body })
            : await call(assistantCorrectionRoutes.updateCorrection, {
                params: { id: assistantId, correctionId: correction.id },
                body: { ...body, version: correction.version },
              });
        await refetchCorrections();
        onSaved(saved);
        onClose();
      }}
    >
      <FormText
        name="question"
        label={t('field.question')}
        help={t('field.questionHelp')}
        multiline
        minRows={2}
        maxRows={6}
        required
      />
      {given !== undefined && (
        <Box role="group" aria-label={t('field.given')}>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('field.given')}
          </Typography>
          <Typography
            variant="message"
            component="p"
            sx={{
              maxHeight: 160,
              overflowY: 'auto',
              marginTop: 1,
              padding: 3,
              borderRadius: `${radius.control}px`,
              bgcolor: 'action.hover',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {given}
          </Typography>
        </Box>
      )}
      <FormText
        name="answer"
        label={t('field.answer')}
        multiline
        minRows={4}
        maxRows={10}
        required
        autoFocus
      />
    </FormDialog>
  );
};
