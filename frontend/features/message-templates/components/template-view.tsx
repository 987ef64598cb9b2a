import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { useId } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TemplatePreview } from '../../messages/components/composer/template-preview.tsx';
import { editObstacle } from '../template-form.ts';
import { TemplateState } from './template-state.tsx';

interface TemplateViewProps {
  template: MessageTemplateView;
  onClose: () => void;
}

/** Shows a template that cannot be edited, and why. */
export const TemplateView = ({ template, onClose }: TemplateViewProps) => {
  const { t } = useTranslation(['message-templates', 'common']);
  const titleId = useId();
  const obstacle = editObstacle(template);
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {template.name}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 3 }}>
          <TemplateState template={template} />
          {obstacle !== null && <Alert severity="info">{t(`obstacle.${obstacle}`)}</Alert>}
          <TemplatePreview
            template={template}
            values={template.examples}
            file={null}
            label={t('preview')}
            caption={t('previewHelp')}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
