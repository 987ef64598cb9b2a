import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { useTranslation } from 'react-i18next';
import { ColorChip } from './color-chip.tsx';

const SHOWN = 2;

/** The first two tags; the others behind `+n`. */
export const TagChips = ({ tags }: { tags: readonly TagRef[] }) => {
  const { t } = useTranslation('common');
  const hidden = tags.slice(SHOWN);
  return (
    <>
      {tags.slice(0, SHOWN).map((tag) => (
        <ColorChip key={tag.id} label={tag.name} color={tag.color} />
      ))}
      {hidden.length > 0 && (
        <Tooltip title={hidden.map(({ name }) => name).join(', ')}>
          <Chip
            size="small"
            variant="outlined"
            label={t('moreCount', { count: hidden.length })}
            sx={{ borderColor: 'divider', color: 'text.secondary' }}
          />
        </Tooltip>
      )}
    </>
  );
};
