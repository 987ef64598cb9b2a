import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { fileLink } from '../../../components/media/file-link.ts';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { formatBytes } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { icon, layout, radius, TOUCH } from '../../../theme/tokens.ts';
import type { FileListFields, OptionFields } from '../file-list-form.ts';

const PREVIEW_PX = 56;
const PREVIEW = {
  width: PREVIEW_PX,
  height: PREVIEW_PX,
  objectFit: 'cover',
  borderRadius: radius.control,
} as const;

/** A small picture of an option's file; an icon if the file is no picture. */
const Preview = ({ file, saved }: Pick<OptionFields, 'file' | 'saved'>) => {
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  const type = file?.type ?? saved?.mediaType ?? '';
  const shown = url ?? saved?.path ?? null;
  return shown !== null && type.startsWith('image/') ? (
    <FreshImage src={shown} alt="" style={PREVIEW} />
  ) : (
    <InsertDriveFileOutlined aria-hidden sx={{ fontSize: icon.hero, color: 'text.secondary' }} />
  );
};

const LINK = {
  [TOUCH]: { minWidth: layout.touchTarget, lineHeight: `${layout.touchTarget}px` },
};

/** The name and size of an option's file, or that it has none. */
const FileLine = ({ file, saved }: Pick<OptionFields, 'file' | 'saved'>) => {
  const { t } = useTranslation('file-lists');
  const name = file?.name ?? saved?.fileName;
  const size = file?.size ?? saved?.size ?? 0;
  if (name == null)
    return (
      <Typography variant="body2" sx={{ color: 'error.text' }}>
        {t('option.noFile')}
      </Typography>
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, color: 'text.secondary' }}>
      {file === null && saved?.path != null ? (
        <Link {...fileLink(saved.path)} variant="body2" noWrap sx={LINK}>
          {name}
        </Link>
      ) : (
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
      )}
      <Typography variant="body2" sx={{ flexShrink: 0 }}>
        {formatBytes(size)}
      </Typography>
    </Box>
  );
};

interface OptionRowProps {
  index: number;
  count: number;
  /** Share of the file that is uploaded, 0 to 1; undefined when it is not being uploaded. */
  share: number | undefined;
  onReplace: (file: File) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One file of a list: its caption, the file, and its place in the order. */
export const OptionRow = ({ index, count, share, onReplace, onMove, onRemove }: OptionRowProps) => {
  const { t } = useTranslation('file-lists');
  const { control } = useFormContext<FileListFields>();
  const input = useRef<HTMLInputElement>(null);
  const { file, saved } = useWatch({ control, name: `options.${index}` });
  const number = index + 1;
  return (
    <Box
      component="li"
      aria-label={t('option.number', { number })}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const dropped = event.dataTransfer.files[0];
        if (dropped !== undefined) onReplace(dropped);
      }}
      sx={{
        listStyle: 'none',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        padding: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      <FormText name={`options.${index}.name`} label={t('field.optionName')} required />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={{ display: 'flex', flex: '1 1 200px', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <Box sx={{ display: 'flex', justifyContent: 'center', width: PREVIEW_PX, flexShrink: 0 }}>
            <Preview file={file} saved={saved} />
          </Box>
          <FileLine file={file} saved={saved} />
        </Box>
        <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
          <IconAction
            label={t('option.up', { number })}
            icon={<ArrowUpwardRounded />}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconAction
            label={t('option.down', { number })}
            icon={<ArrowDownwardRounded />}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <IconAction
            label={t('option.replace', { number })}
            icon={<UploadFileOutlined />}
            onClick={() => input.current?.click()}
          />
          <IconAction
            label={t('option.remove', { number })}
            icon={<DeleteOutlineRounded />}
            onClick={onRemove}
          />
        </Box>
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('option.replace', { number })}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) onReplace(chosen);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      {share !== undefined && (
        <LinearProgress
          variant="determinate"
          value={share * 100}
          aria-label={t('option.sending', { number })}
        />
      )}
    </Box>
  );
};
