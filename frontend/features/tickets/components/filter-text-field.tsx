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
  /** The label in place of the usual one. */
  label?: string;
  /** Said before the example, where the field needs an explanation. */
  help?: string;
  disabled?: boolean;
  /** Whether a text with a problem is passed on, too: for a form, which refuses it. */
  tellsProblems?: boolean;
  /** A problem that the form found. */
  error?: string | undefined;
}

const EXAMPLE = 'queue:3 (unread or idle:>2h) -tag:VIP';
const FIELDS = [...ID_FIELDS, ...DAY_FIELDS, ...AGE_FIELDS, 'status', 'rating', 'words'].join(', ');
/** Characters of the text that are shown after a problem. */
const SHOWN_CHARS = 16;

/**
 * The text form of a filter, with names in place of ids. What is wrong is shown while the user types; a text without a
 * problem applies with Enter, and when the field loses the focus.
 */
const FilterTextField = ({
  value,
  onChange,
  label,
  help,
  disabled = false,
  tellsProblems = false,
  error,
}: FilterTextFieldProps) => {
  const { t } = useTranslation('ticket-filters');
  const lists = useFilterLists();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const applied = parseFilter(value);
  const shown = typed ?? ('filter' in applied ? printFilter(applied.filter, namesOfIds(lists)) : value);
  const parsed = parseFilter(shown, idsOfNames(lists));
  const problem = 'problem' in parsed ? parsed.problem : undefined;
  const apply = () => {
    if (typed === null) return;
    if ('filter' in parsed) {
      onChange(printFilter(parsed.filter));
      setTyped(null);
    } else if (tellsProblems) onChange(typed);
  };
  const rest = problem === undefined ? '' : shown.slice(problem.at, problem.at + SHOWN_CHARS);
  const said = problem === undefined ? undefined : t(`problem.${problem.kind}`);
  const problemText = said === undefined || rest === '' ? said : t('at', { problem: said, rest });
  const example = t('hint', { example: EXAMPLE, fields: FIELDS });
  const hint = help === undefined ? example : `${help} ${example}`;
  return (
    <TextField
      id={id}
      size="small"
      fullWidth
      disabled={disabled}
      label={label ?? t('label')}
      value={shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      error={problem !== undefined || error !== undefined}
      helperText={problemText ?? error ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false, autoComplete: 'off' },
      }}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};

export default FilterTextField;
