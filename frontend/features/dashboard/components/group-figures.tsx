import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ColorChip } from '../../../components/color-chip.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { GROUPINGS, type GroupedData, type Grouping, type GroupRow, groupRows } from '../group-rows.ts';
import type { Period } from '../period.ts';
import { ENDED, reportPath } from '../report-link.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureLink } from './figure-link.tsx';
import { useMinutesText } from './use-minutes-text.ts';

/** Columns that a phone shows below the name instead. */
const WIDE = { display: { xs: 'none', md: 'table-cell' } } as const;

const GroupName = ({ by, row: { name, color } }: { by: Grouping; row: GroupRow }) => {
  const { t } = useTranslation('dashboard');
  if (by === 'queue') return <QueueChip queue={name === null || color === null ? null : { name, color }} />;
  if (name !== null && color !== null) return <ColorChip label={name} color={color} />;
  return name ?? t('groups.noConnection');
};

interface GroupFiguresProps {
  data: GroupedData | undefined;
  period: Period;
}

/** Shows the figures of each queue, attendant, tag or connection that had attendances in the period. */
export const GroupFigures = ({ data, period }: GroupFiguresProps) => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
  const [by, setBy] = useState<Grouping>('queue');
  const rows = data === undefined ? [] : groupRows(data, by);
  const title = t(`groups.title.${by}`);
  const explain = (counter: 'tickets' | 'supportFinished' | 'avgWaitTime' | 'avgFirstResponseTime') => ({
    name: counter === 'tickets' ? t('column.tickets') : t(`counter.${counter}`),
    text: t(`how.${counter}`),
  });
  return (
    <ChartCard
      title={title}
      how={[
        ...(by === 'tag' ? [{ text: t('how.tags') }] : []),
        explain('tickets'),
        explain('supportFinished'),
        explain('avgWaitTime'),
        explain('avgFirstResponseTime'),
        { name: t('counter.avgResolutionTime'), text: t('how.avgResolutionTime') },
        { name: t('counter.reopenRate'), text: t('how.reopenRate') },
      ]}
      controls={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={by}
          aria-label={t('groups.choose')}
          onChange={(_event, next: Grouping | null) => next !== null && setBy(next)}
          sx={{ width: { xs: '100%', md: 'auto' } }}
        >
          {GROUPINGS.map((grouping) => (
            <ToggleButton key={grouping} value={grouping} sx={{ flex: { xs: 1, md: 'none' } }}>
              {t(`groups.${grouping}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
      isLoading={data === undefined}
      empty={rows.length === 0 ? t(by === 'tag' ? 'groups.noTags' : 'chart.empty') : undefined}
    >
      <Table
        aria-label={title}
        sx={{
          tableLayout: 'fixed',
          '& th, & td': { paddingInline: { xs: 1, md: 3 }, paddingBlock: { xs: 2, md: 0 } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: { xs: '40%', md: '24%' } }}>{t(`groups.${by}`)}</TableCell>
            <TableCell align="right">{t('column.tickets')}</TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('counter.supportFinished')}
            </TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('column.wait')}
            </TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('column.firstResponse')}
            </TableCell>
            <TableCell align="right">{t('column.resolution')}</TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('column.reopened')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const { key, figures, conditions } = row;
            const all = reportPath(period, conditions);
            const ended = reportPath(period, { ...conditions, ...ENDED });
            const wait = minutesText(figures.avgWaitTime);
            const firstResponse = minutesText(figures.avgFirstResponseTime);
            const reopened = t('nps.percent', { value: formatNumber(figures.reopenRate) });
            return (
              <TableRow key={key}>
                <TableCell>
                  <GroupName by={by} row={row} />
                  <Typography
                    variant="caption"
                    component="div"
                    sx={{
                      display: { md: 'none' },
                      marginTop: 1,
                      whiteSpace: 'nowrap',
                      color: 'text.secondary',
                    }}
                  >
                    <div>{t('groups.figure', { name: t('column.wait'), value: wait })}</div>
                    <div>{t('groups.figure', { name: t('column.firstResponse'), value: firstResponse })}</div>
                    <div>{t('groups.figure', { name: t('column.reopened'), value: reopened })}</div>
                  </Typography>
                </TableCell>
                <TableCell align="right">
                  <FigureLink to={all} name={t('column.tickets')} value={formatNumber(figures.tickets)} />
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  <FigureLink
                    to={ended}
                    name={t('counter.supportFinished')}
                    value={formatNumber(figures.finished)}
                  />
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  <FigureLink to={all} name={t('column.wait')} value={wait} />
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  <FigureLink to={all} name={t('column.firstResponse')} value={firstResponse} />
                </TableCell>
                <TableCell align="right">
                  <FigureLink
                    to={ended}
                    name={t('column.resolution')}
                    value={minutesText(figures.avgResolutionTime)}
                  />
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  <FigureLink
                    to={reportPath(period, { ...conditions, onlyReopened: true })}
                    name={t('column.reopened')}
                    value={reopened}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </ChartCard>
  );
};
