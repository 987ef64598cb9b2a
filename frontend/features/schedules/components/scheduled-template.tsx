import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SwapHorizRounded from '@mui/icons-material/SwapHorizRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ScheduledTemplate as Chosen } from '@prosa/shared/entities/schedule.ts';
import type { MouseEvent } from 'react';
import { useController } from 'react-hook-form';
import { languageName } from '../../../lib/texts/language-name.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useTemplates } from '../../directory/template-list.ts';
import { TemplatePreview } from '../../messages/components/composer/template-preview.tsx';

const PREVIEW_HEIGHT_PX = 120;

interface PreviewProps {
  connectionId: number;
  chosen: Chosen;
  /** The chosen picture of the header; null for the saved one, or without one. */
  picture: File | null;
  /** The text of the saved schedule, for a template that its provider no longer has. */
  savedText: string;
}

const Preview = ({ connectionId, chosen, picture, savedText }: PreviewProps) => {
  const { t } = useTranslation(['template-picker', 'schedules']);
  const { rows } = useTemplates(connectionId, { searchParam: chosen.name }).list;
  const template = rows?.find(({ name, language }) => name === chosen.name && language === chosen.language);
  if (rows === undefined) return <Skeleton variant="rounded" height={PREVIEW_HEIGHT_PX} />;
  if (template === undefined)
    return (
      <Alert severity="warning">
        {t('schedules:template.gone')}
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', marginTop: 1 }}>
          {savedText}
        </Typography>
      </Alert>
    );
  return (
    <TemplatePreview
      template={template}
      values={chosen.values}
      file={picture}
      label={t('preview')}
      caption={t('exact')}
    />
  );
};

interface ScheduledTemplateProps extends PreviewProps {
  locked: boolean;
  /** Opens the choice of another template. */
  onChange: () => void;
  /** Writes a text instead. */
  onWrite: () => void;
}

/** The template that is sent instead of a text, as the contact will read it. */
export const ScheduledTemplate = ({ locked, onChange, onWrite, ...preview }: ScheduledTemplateProps) => {
  const { t, language: userLanguage } = useTranslation('schedules');
  const { fieldState } = useController({ name: 'template' });
  const { name, language } = preview.chosen;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Typography sx={{ flex: '1 1 200px', fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' }}>
          {`${name} · ${languageName(language, userLanguage)}`}
        </Typography>
        {!locked && (
          <>
            <Button size="small" startIcon={<SwapHorizRounded />} onClick={onChange}>
              {t('template.another')}
            </Button>
            <Button size="small" startIcon={<EditOutlined />} onClick={onWrite}>
              {t('template.write')}
            </Button>
          </>
        )}
      </Box>
      <Preview {...preview} />
      {fieldState.error !== undefined && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
};

/**
 * Keeps the focus in the text field while a button is clicked: leaving the empty field would show its error, which
 * moves the button away from the pointer.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** The button that opens the choice of a template. */
export const UseTemplate = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation('schedules');
  return (
    <Button
      variant="outlined"
      startIcon={<DescriptionOutlined />}
      onClick={onClick}
      onMouseDown={keepFocus}
      sx={{ alignSelf: 'flex-start' }}
    >
      {t('template.use')}
    </Button>
  );
};
