import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { FLOW_FILE_MAX_MB } from '@prosa/shared/rules/flow-limits.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { isReadable } from '../../files/upload-file.ts';
import { acceptOf, type FlowFileKind, flowFileRefusal } from '../flow-files.ts';
import { useFlowFileLinks } from '../hooks/flow-file-links.ts';
import { FlowFilePreview } from './flow-file-preview.tsx';

interface FormFlowFileProps {
  kind: FlowFileKind;
  /** Path of the form's field with the file to upload, and of the one with the name of the stored file. */
  fileName: string;
  storedName: string;
  /** The stored file's name as the user had it. */
  original?: string;
  inContent?: boolean;
}

/** A form field with one file of a flow: its name, a preview, and a button to choose another. */
export const FormFlowFile = ({
  kind,
  fileName,
  storedName,
  original = '',
  inContent = false,
}: FormFlowFileProps) => {
  const { t } = useTranslation('flows');
  const links = useFlowFileLinks();
  const input = useRef<HTMLInputElement>(null);
  const { setError, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name: fileName });
  const stored: unknown = useWatch({ name: storedName });
  const value: unknown = field.value;
  const file = value instanceof File ? value : null;
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  const known = typeof stored === 'string' && stored !== '' ? links.find(stored) : undefined;
  const shownName =
    file?.name ??
    (original !== '' ? original : (known?.fileName ?? (typeof stored === 'string' ? stored : '')));
  const path = url ?? known?.path;
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const refusal = (await isReadable(chosen)) ? flowFileRefusal(chosen, kind, inContent) : 'unreadable';
    if (refusal === null) {
      clearErrors(fileName);
      field.onChange(chosen);
      return;
    }
    const max = formatNumber(FLOW_FILE_MAX_MB[kind]);
    setError(fileName, {
      message: refusal === 'tooLarge' ? t(`file.tooLarge.${kind}`, { max }) : t(`file.refused.${refusal}`),
    });
  };
  return (
    <Box
      role="group"
      aria-label={t(`file.kind.${kind}`)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void choose(event.dataTransfer.files[0]);
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}
    >
      {kind === 'video' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('file.videoNote')}
        </Typography>
      )}
      {path !== undefined && <FlowFilePreview kind={kind} path={path} name={shownName} />}
      {shownName !== '' && (
        <Typography variant="body2" noWrap title={shownName}>
          {shownName}
        </Typography>
      )}
      <Button
        variant="outlined"
        startIcon={<AttachFileRounded />}
        data-problem={fieldState.invalid ? '' : undefined}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'flex-start' }}
      >
        {shownName === '' ? t(`file.choose.${kind}`) : t(`file.change.${kind}`)}
      </Button>
      <FormHelperText error={fieldState.invalid} {...(fieldState.invalid ? { role: 'alert' } : {})}>
        {fieldState.error?.message ?? t(`file.help.${kind}`, { max: formatNumber(FLOW_FILE_MAX_MB[kind]) })}
      </FormHelperText>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(kind, inContent)}
        aria-label={t(`file.choose.${kind}`)}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
    </Box>
  );
};
