import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { FILE_LIST_OPTIONS_MAX } from '@prosa/shared/rules/file-list-limits.ts';
import { useRef, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { formatBytes } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { captionOf, type FileListFields, listRefusalOf } from '../file-list-form.ts';
import { OptionRow } from './option-row.tsx';

/** The files of a list, in the order of sending. Files are chosen or dropped, several at once. */
export const OptionRows = ({ shares }: { shares: ReadonlyMap<string, number> }) => {
  const { t } = useTranslation('file-lists');
  const { t: tMessages } = useTranslation('messages');
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { setValue } = useFormContext<FileListFields>();
  const { fields, append, move, remove } = useFieldArray<FileListFields, 'options', 'key'>({
    name: 'options',
    keyName: 'key',
  });
  const room = FILE_LIST_OPTIONS_MAX - fields.length;

  /** Returns the files that can be added to the list. Shows a notice for each file that cannot. */
  const taken = async (files: readonly File[]): Promise<File[]> => {
    const judged = await Promise.all(
      files.map(async (file) => ({ file, refused: await listRefusalOf(file) })),
    );
    setProblems(
      judged.flatMap(({ file, refused }) => {
        if (refused === null) return [];
        const limit = formatBytes(refused.maxBytes);
        return [`${file.name}: ${tMessages(`attach.refused.${refused.refusal}`, { limit })}`];
      }),
    );
    return judged.flatMap(({ file, refused }) => (refused === null ? [file] : []));
  };
  const add = async (files: readonly File[]) => {
    const good = await taken(files);
    if (good.length === 0) return;
    if (good.length > room) setProblems([t('option.full', { max: FILE_LIST_OPTIONS_MAX })]);
    append(
      good
        .slice(0, room)
        .map((file) => ({ optionId: crypto.randomUUID(), name: captionOf(file), file, saved: null })),
      { shouldFocus: false },
    );
  };
  const replace = async (index: number, file: File) => {
    const [good] = await taken([file]);
    if (good !== undefined) setValue(`options.${index}.file`, good, { shouldDirty: true });
  };

  return (
    <Box
      role="group"
      aria-label={t('field.files')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add([...event.dataTransfer.files]);
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <Typography variant="subtitle2" component="h3">
        {t('field.files')}
      </Typography>
      {fields.length > 0 && (
        <Box component="ol" sx={{ display: 'flex', flexDirection: 'column', gap: 3, margin: 0, padding: 0 }}>
          {fields.map((option, index) => (
            <OptionRow
              key={option.key}
              index={index}
              count={fields.length}
              share={shares.get(option.optionId)}
              onReplace={(file) => void replace(index, file)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </Box>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('option.add')}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 3,
          padding: 3,
          border: 1,
          borderStyle: 'dashed',
          borderColor: 'divider',
          borderRadius: `${radius.card}px`,
        }}
      >
        <Button startIcon={<AddRounded />} disabled={room <= 0} onClick={() => input.current?.click()}>
          {t('option.add')}
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
          {t('option.drop')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginInlineStart: 'auto' }}>
          {t('option.count', { number: fields.length, max: FILE_LIST_OPTIONS_MAX })}
        </Typography>
      </Box>
      {problems.map((problem) => (
        <FormHelperText key={problem} error role="alert">
          {problem}
        </FormHelperText>
      ))}
    </Box>
  );
};
