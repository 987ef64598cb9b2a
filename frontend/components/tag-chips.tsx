import Chip from '@mui/material/Chip';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { ColorChip } from './color-chip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const SHOWN = 2;

/** Shows the first two tags and the number of the others as `+n`. */
export const TagChips = ({ tags }: { tags: readonly TagRef[] }) => {
  const { t } = useTranslation('common');
  const hidden = tags.slice(SHOWN);
  const names = hidden.map(({ name }) => name).join(', ');
  return (
    <>
      {tags.slice(0, SHOWN).map((tag) => (
        <ColorChip key={tag.id} label={tag.name} color={tag.color} />
      ))}
      {hidden.length > 0 && (
        <Chip
          size="small"
          variant="outlined"
          data-hint={names}
          label={
            <>
              <span aria-hidden>{t('moreCount', { count: hidden.length })}</span>
              <VisuallyHidden>{names}</VisuallyHidden>
            </>
          }
          sx={{ borderColor: 'divider', color: 'text.secondary' }}
        />
      )}
    </>
  );
};
