import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { REPORT_PAGE_SIZES } from '@prosa/shared/contracts/ticket-report.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface ReportPagesProps {
  total: number;
  /** Whether there are more than were counted. */
  more: boolean;
  /** Rows of this page. */
  shown: number;
  page: number;
  pageSize: number;
  onChange: (change: { page?: number; pageSize?: number }) => void;
}

/** The number of attendances, the size of a page, and the way to other pages. */
export const ReportPages = ({ total, more, shown, page, pageSize, onChange }: ReportPagesProps) => {
  const { t } = useTranslation('ticket-report');
  const count = formatNumber(total);
  const hasNext = more ? shown === pageSize : page * pageSize < total;
  const first = (page - 1) * pageSize + 1;
  return (
    <Box
      component="nav"
      aria-label={t('pages.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, paddingTop: 3, flexShrink: 0 }}
    >
      <Typography variant="body2" role="status" sx={{ flex: 1, minWidth: 'max-content' }}>
        {more ? t('pages.totalMore', { total: count }) : t('pages.total', { count: total, total: count })}
      </Typography>
      <SelectField
        size="small"
        hiddenName={t('pages.size')}
        value={pageSize}
        sx={{ width: 152 }}
        onChange={(event) => onChange({ pageSize: Number(event.target.value) })}
      >
        {REPORT_PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {t('pages.perPage', { count: size })}
          </MenuItem>
        ))}
      </SelectField>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconAction
          label={t('pages.previous')}
          icon={<ChevronLeftRounded />}
          disabled={page === 1}
          onClick={() => onChange({ page: page - 1 })}
        />
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {shown === 0
            ? '–'
            : t('pages.range', { first: formatNumber(first), last: formatNumber(first + shown - 1) })}
        </Typography>
        <IconAction
          label={t('pages.next')}
          icon={<ChevronRightRounded />}
          disabled={!hasNext}
          onClick={() => onChange({ page: page + 1 })}
        />
      </Box>
    </Box>
  );
};
