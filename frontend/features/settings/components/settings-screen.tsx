import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { CompanyHours, CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { HelpsPart } from '../../helps/components/helps-part.tsx';
import { hoursOf } from '../company-hours.ts';
import { settingsOf } from '../settings-query.ts';
import { Holidays } from './holidays.tsx';
import { HoursForm } from './hours-form.tsx';
import { Options } from './options.tsx';

const TABS = ['options', 'schedules', 'holidays', 'helps'] as const;
type TabName = (typeof TABS)[number];
const tabId = (tab: TabName): string => `settings-tab-${tab}`;
const panelId = (tab: TabName): string => `settings-panel-${tab}`;

/**
 * Returns the tabs: the company's own hours where they apply, holidays where any hours apply, and those of the
 * installation for its operator.
 */
const tabsFor = (
  scheduleType: CompanySettingsView['scheduleType'] | undefined,
  isOperator: boolean,
): TabName[] => {
  const isShown: Record<TabName, boolean> = {
    options: true,
    schedules: scheduleType === 'company',
    holidays: scheduleType !== undefined && scheduleType !== 'disabled',
    helps: isOperator,
  };
  return TABS.filter((tab) => isShown[tab]);
};

/** Tabs with forms, which are narrower than a list. */
const NARROW: ReadonlySet<TabName> = new Set(['schedules', 'holidays']);

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

const Loaded = <T,>({ query, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <PaneSkeleton />;
};

const Hours = ({ children }: { children: (hours: CompanyHours) => ReactNode }) => {
  const { company } = useUser();
  return <Loaded query={useQuery({ ...hoursOf(company.id), meta: { silent: true } })}>{children}</Loaded>;
};

/** The screen of the company's settings. Each setting is saved when it changes, except the weekly hours. */
const SettingsScreen = () => {
  const { t } = useTranslation('settings');
  const { company, super: isOperator } = useUser();
  const settings = useQuery({ ...settingsOf(company.id), meta: { silent: true } });
  const tabs = tabsFor(settings.data?.scheduleType, isOperator);
  const [chosen, setChosen] = useState<TabName>('options');
  const [search, setSearch] = useState('');
  const tab = tabs.includes(chosen) ? chosen : 'options';
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField
          label={t('search.label')}
          placeholder={t('search.label')}
          value={search}
          onChange={(next) => {
            setSearch(next);
            setChosen('options');
          }}
        />
      }
    >
      <Tabs
        value={tab}
        aria-label={t('title')}
        onChange={(_event, next: TabName) => setChosen(next)}
        sx={{ flexShrink: 0 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            aria-controls={panelId(name)}
            value={name}
            label={t(`tab.${name}`)}
          />
        ))}
      </Tabs>
      <Box
        id={panelId(tab)}
        role="tabpanel"
        aria-labelledby={tabId(tab)}
        sx={{ width: '100%', paddingTop: 4, ...(NARROW.has(tab) ? { maxWidth: layout.readable } : {}) }}
      >
        {tab === 'options' && (
          <Loaded query={settings}>
            {(data) => (
              <Options settings={data} search={search.trim()} onEditHours={() => setChosen('schedules')} />
            )}
          </Loaded>
        )}
        {tab === 'schedules' && <Hours>{({ schedules }) => <HoursForm schedules={schedules} />}</Hours>}
        {tab === 'helps' && <HelpsPart />}
        {tab === 'holidays' && <Hours>{({ holidays }) => <Holidays holidays={holidays} />}</Hours>}
      </Box>
    </Page>
  );
};

export default SettingsScreen;
