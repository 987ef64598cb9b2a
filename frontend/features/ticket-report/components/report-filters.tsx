import FilterListRounded from '@mui/icons-material/FilterListRounded';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { useQuery } from '@tanstack/react-query';
import { DayField } from '../../../components/day-field.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { tagList } from '../../directory/tag-list.ts';
import { FilterChoice } from '../../tickets/components/filter-choice.tsx';
import { FilterGrid } from '../../tickets/components/filter-grid.tsx';
import { useSettling } from '../hooks/use-settling.ts';
import { countReportFilters, NO_REPORT_FILTERS, REPORT_FLAGS, type ReportFilters } from '../report-query.ts';
import { ContactFilter } from './contact-filter.tsx';

interface FiltersProps {
  filters: ReportFilters;
  onChange: (change: Partial<ReportFilters>) => void;
}

/** Whether a day has a year from 1970 to 2199. While a user types a year, the field reports days like 0002-01-01. */
const isMeant = (day: string): boolean => /^(19[7-9]|2[01])\d/.test(day);

interface ReportFilterBarProps extends FiltersProps {
  /** What is wrong with the days. */
  daysProblem: 'reversed' | 'tooLong' | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** The fields above the report: words, days, and the button for more filters. */
export const ReportFilterBar = ({
  filters,
  daysProblem,
  isOpen,
  onToggle,
  onChange,
}: ReportFilterBarProps) => {
  const { t } = useTranslation(['ticket-report', 'tickets']);
  const search = useSettling(filters.searchParam, (searchParam) => onChange({ searchParam }));
  const from = useSettling(filters.dateFrom, (dateFrom) => onChange({ dateFrom }), isMeant);
  const to = useSettling(filters.dateTo, (dateTo) => onChange({ dateTo }), isMeant);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2, width: { xs: '100%', md: 'auto' } }}>
        <SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...search} />
        <IconAction
          label={t('tickets:filters')}
          icon={<FilterListRounded />}
          active={isOpen}
          badge={countReportFilters(filters)}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      </Box>
      <DayField label={t('filter.from')} {...from} />
      <DayField
        label={t('filter.to')}
        error={daysProblem === undefined ? undefined : t(`filter.${daysProblem}`)}
        {...to}
      />
    </>
  );
};

/** More filters of the report. */
export const ReportFilterPanel = ({ filters, onChange }: FiltersProps) => {
  const { t } = useTranslation(['ticket-report', 'tickets']);
  const { data: queues = [] } = useQuery(queueList);
  const { data: users = [] } = useQuery(colleagueList);
  const { data: connections = [] } = useQuery(connectionList);
  const { data: tags = [] } = useQuery(tagList);
  const statuses = TICKET_STATUSES.map((id) => ({ id, name: t(`tickets:status.${id}`) }));
  return (
    <FilterGrid
      text={filters.filter}
      onText={(filter) => onChange({ filter })}
      count={countReportFilters(filters)}
      onClear={() => onChange({ ...NO_REPORT_FILTERS })}
      sx={{ paddingBlock: 3 }}
    >
      <ContactFilter value={filters.contactId} onChange={(contactId) => onChange({ contactId })} />
      <FilterChoice
        label={t('tickets:filter.connections')}
        options={connections}
        value={filters.whatsappId}
        onChange={(whatsappId) => onChange({ whatsappId })}
      />
      <FilterChoice
        label={t('tickets:filter.users')}
        options={users}
        value={filters.users}
        onChange={(ids) => onChange({ users: ids })}
      />
      <FilterChoice
        label={t('filter.queues')}
        options={queues}
        value={filters.queueIds}
        onChange={(queueIds) => onChange({ queueIds })}
      />
      <FilterChoice
        label={t('tickets:filter.tags')}
        options={tags}
        value={filters.tags}
        onChange={(ids) => onChange({ tags: ids })}
      />
      <FilterChoice
        label={t('tickets:filter.status')}
        options={statuses}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      {REPORT_FLAGS.map((flag) => (
        <FormControlLabel
          key={flag}
          control={<Switch checked={filters[flag]} onChange={(_, isOn) => onChange({ [flag]: isOn })} />}
          label={t(`filter.${flag}`)}
        />
      ))}
    </FilterGrid>
  );
};
