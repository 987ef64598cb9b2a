import FilterAltOutlined from '@mui/icons-material/FilterAltOutlined';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { DayField } from '../../../components/day-field.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { formatDay } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import {
  defaultPeriod,
  isComplete,
  isInOrder,
  type Period,
  PRESETS,
  type Preset,
  presetOf,
  presetPeriod,
} from '../period.ts';
import { useFigures, useSettledPeriod } from '../use-dashboard.ts';
import { Attendants } from './attendants.tsx';
import { Indicators } from './indicators.tsx';

const TABS = ['indicators', 'attendants'] as const;
type TabName = (typeof TABS)[number];

const panelId = (tab: TabName): string => `dashboard-${tab}`;
const tabId = (tab: TabName): string => `dashboard-tab-${tab}`;

/** The dashboard screen: figures about a company's tickets and attendants. */
const DashboardScreen = () => {
  const { t } = useTranslation('dashboard');
  const [tab, setTab] = useState<TabName>('indicators');
  const [chosen, setChosen] = useState<Period>(() => defaultPeriod(new Date()));
  const period = useSettledPeriod(chosen);
  const figures = useFigures(period);
  const isReversed = isComplete(chosen) && !isInOrder(chosen);
  const now = new Date();
  const preset = presetOf(chosen, now);
  const filters = (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={preset ?? null}
        aria-label={t('filter.presets')}
        onChange={(_event, next: Preset | null) => next !== null && setChosen(presetPeriod(next, now))}
        // Aligned with the fields; their labels are above them.
        sx={{ alignSelf: 'flex-end', width: { xs: '100%', md: 'auto' } }}
      >
        {PRESETS.map((name) => (
          <ToggleButton key={name} value={name} sx={{ flex: { xs: 1, md: 'none' } }}>
            {t(`filter.preset.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <DayField
        label={t('filter.from')}
        value={chosen.first}
        onChange={(first) => setChosen({ ...chosen, first })}
      />
      <DayField
        label={t('filter.to')}
        value={chosen.last}
        error={isReversed ? t('filter.reversed') : undefined}
        onChange={(last) => setChosen({ ...chosen, last })}
      />
    </>
  );
  return (
    <Page
      title={t('title')}
      filters={filters}
      {...(isComplete(chosen)
        ? { description: t('period', { first: formatDay(chosen.first), last: formatDay(chosen.last) }) }
        : {})}
    >
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_event, next: TabName) => setTab(next)}
        sx={{ marginBottom: 4, flexShrink: 0 }}
      >
        {TABS.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            value={name}
            label={t(`tab.${name}`)}
            aria-controls={panelId(name)}
          />
        ))}
      </Tabs>
      {TABS.map((name) => (
        <Box
          key={name}
          role="tabpanel"
          id={panelId(name)}
          aria-labelledby={tabId(name)}
          hidden={name !== tab}
          sx={{ flex: 1, flexDirection: 'column', minHeight: 0, display: name === tab ? 'flex' : 'none' }}
        >
          {name !== tab ? null : !isComplete(chosen) ? (
            <EmptyState icon={<FilterAltOutlined />} title={t('filter.none')} hint={t('filter.noneHint')} />
          ) : name === 'indicators' ? (
            <Indicators period={period} figures={figures} />
          ) : (
            <Attendants period={period} figures={figures} />
          )}
        </Box>
      ))}
    </Page>
  );
};

export default DashboardScreen;
