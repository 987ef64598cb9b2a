import TextField from '@mui/material/TextField';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import { AGE_FIELDS, DAY_FIELDS, ID_FIELDS } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { useId, useState } from 'react';
import { idsOfNames, namesOfIds } from '../../../lib/filter-names.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useFilterLists } from '../hooks/use-filter-lists.ts';

interface FilterTextFieldProps {
  /** A filter in its text form, with ids; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

const EXAMPLE = 'queue:3 (unread or idle:>2h) -tag:VIP';
const FIELDS = [...ID_FIELDS, ...DAY_FIELDS, ...AGE_FIELDS, 'status', 'rating', 'words'].join(', ');
/** Characters of the text that are shown after a problem. */
const SHOWN_CHARS = 16;

/**
 * The text form of a filter, with names in place of ids. What is wrong is shown while the user types; a text without a
 * problem applies with Enter, and when the field loses the focus.
 */
const FilterTextField = ({ value, onChange }: FilterTextFieldProps) => {
  const { t } = useTranslation('ticket-filters');
  const lists = useFilterLists();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const applied = parseFilter(value);
  const shown = typed ?? ('filter' in applied ? printFilter(applied.filter, namesOfIds(lists)) : value);
  const parsed = parseFilter(shown, idsOfNames(lists));
  const problem = 'problem' in parsed ? parsed.problem : undefined;
  const apply = () => {
    if (typed === null || 'problem' in parsed) return;
    onChange(printFilter(parsed.filter));
    setTyped(null);
  };
  const rest = problem === undefined ? '' : shown.slice(problem.at, problem.at + SHOWN_CHARS);
  return (
    <TextField
      id={id}
      size="small"
      fullWidth
      label={t('label')}
      value={shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      error={problem !== undefined}
      helperText={
        problem === undefined
          ? t('hint', { example: EXAMPLE, fields: FIELDS })
          : rest === ''
            ? t(`problem.${problem.kind}`)
            : t('at', { problem: t(`problem.${problem.kind}`), rest })
      }
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false, autoComplete: 'off' },
      }}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};

export default FilterTextField;
