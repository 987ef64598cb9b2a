import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CampaignCounts, CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { FigureTile, FigureTiles } from '../../../components/figure-tiles.tsx';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { FilterName } from './filter-name.tsx';

const ASKING = ['confirmationRequested', 'confirmed', 'declined'] as const;
const SENDING = ['sent', 'delivered', 'read', 'answered', 'failed', 'skipped', 'optedOut'] as const;

/** The counts of a campaign's receivers; those of the question only if it asks one. */
export const ReportFigures = ({
  counts,
  confirmation,
}: {
  counts: CampaignCounts;
  confirmation: boolean;
}) => {
  const { t } = useTranslation('campaigns');
  const figures = ['valid', ...(confirmation ? ASKING : []), ...SENDING] as const;
  return (
    <FigureTiles>
      {figures.map((figure) => (
        <FigureTile key={figure} name={t(`figure.${figure}`)} value={formatNumber(counts[figure])} />
      ))}
    </FigureTiles>
  );
};

/** Shows the connection, the list, tag or filter, and the times of a campaign. A value that it does not have is left out. */
export const ReportFacts = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns');
  const {
    whatsapp,
    contactList,
    tagList,
    ticketFilter,
    scheduledAt,
    startedAt,
    completedAt,
    estimatedEndAt,
  } = campaign;
  const facts = [
    { id: 'connection', value: whatsapp?.name },
    { id: 'list', value: contactList?.name },
    { id: 'tag', value: tagList?.name },
    { id: 'filter', value: ticketFilter === '' ? undefined : <FilterName text={ticketFilter} /> },
    { id: 'scheduledAt', value: scheduledAt === null ? undefined : formatDateTime(scheduledAt) },
    { id: 'startedAt', value: startedAt === null ? undefined : formatDateTime(startedAt) },
    { id: 'estimatedEndAt', value: estimatedEndAt === null ? undefined : formatDateTime(estimatedEndAt) },
    { id: 'completedAt', value: completedAt === null ? undefined : formatDateTime(completedAt) },
  ] as const;
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        padding: 4,
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      {facts.map(({ id, value }) =>
        value === undefined ? null : (
          <Box key={id} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {t(`fact.${id}`)}
            </Typography>
            <Typography
              component="dd"
              sx={{ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
            >
              {value}
            </Typography>
          </Box>
        ),
      )}
    </Box>
  );
};
