import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { settingsOf } from '../settings-query.ts';
import { Options } from './options.tsx';

const TAB_ID = 'settings-options';
const PANEL_ID = 'settings-options-panel';

const CompanyOptions = () => {
  const { company } = useUser();
  const settings = useQuery({ ...settingsOf(company.id), meta: { silent: true } });
  if (settings.data !== undefined) return <Options settings={settings.data} />;
  if (settings.error !== null)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return <PaneSkeleton />;
};

/** How a company works: each choice is saved by itself, as it is made. */
export const SettingsScreen = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('title')}>
      <Tabs value="options" aria-label={t('title')} sx={{ flexShrink: 0 }}>
        <Tab id={TAB_ID} aria-controls={PANEL_ID} value="options" label={t('tab.options')} />
      </Tabs>
      <Box
        id={PANEL_ID}
        role="tabpanel"
        aria-labelledby={TAB_ID}
        sx={{ width: '100%', maxWidth: layout.readable, paddingTop: 4 }}
      >
        <CompanyOptions />
      </Box>
    </Page>
  );
};
