import MenuItem from '@mui/material/MenuItem';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { filterChoices, PANEL_FILTERS, type PanelFilter } from '../panel-filter.ts';

/** The value of a select that does not restrict the panel. */
const ALL = '';

interface PanelFiltersProps {
  tickets: readonly TicketView[];
  filter: PanelFilter;
  onChange: (filter: PanelFilter) => void;
}

/** The panel's search, and its filters by queue, attendant and connection. */
export const PanelFilters = ({ tickets, filter, onChange }: PanelFiltersProps) => {
  const { t } = useTranslation('moments');
  return (
    <>
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      {PANEL_FILTERS.map((name) => {
        const choices = filterChoices(tickets, name);
        const chosen = filter[name];
        return (
          <SelectField
            key={name}
            value={chosen ?? ALL}
            onChange={({ target }) =>
              onChange({ ...filter, [name]: target.value === ALL ? null : Number(target.value) })
            }
            hiddenName={t(`filter.${name}`)}
            emptyText={t(`filter.${name}`)}
            sx={{ flex: { xs: '1 1 30%', md: 'none' }, width: { md: 156 } }}
          >
            <MenuItem value={ALL}>{t(`filter.all.${name}`)}</MenuItem>
            {choices.map(({ id, name: label }) => (
              <MenuItem key={id} value={id}>
                {label === '' ? t(`filter.none.${name}`) : label}
              </MenuItem>
            ))}
            {chosen !== null && choices.every(({ id }) => id !== chosen) && (
              <MenuItem value={chosen}>{t(`filter.gone.${name}`)}</MenuItem>
            )}
          </SelectField>
        );
      })}
    </>
  );
};
