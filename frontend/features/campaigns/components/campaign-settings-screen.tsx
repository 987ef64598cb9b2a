import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CampaignSettingValues } from '@prosa/shared/contracts/campaign-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useSettingsForm } from '../hooks/use-settings-form.ts';
import { readSettingRows } from '../setting-values.ts';
import { campaignSettings } from '../settings-query.ts';
import { HoursCard } from './hours-card.tsx';
import { PaceCard } from './pace-card.tsx';
import { VariablesCard } from './variables-card.tsx';

const SettingsForm = ({ saved }: { saved: CampaignSettingValues }) => {
  const { t } = useTranslation(['campaigns', 'common']);
  const id = useId();
  const { form, save } = useSettingsForm(saved);
  const submit = form.handleSubmit((values) => save.mutate(values));
  return (
    <Page
      title={t('settings.title')}
      actions={
        <Button
          type="submit"
          form={id}
          variant="contained"
          loading={save.isPending}
          disabled={!form.formState.isDirty}
        >
          {t('common:save')}
        </Button>
      }
    >
      <FormProvider {...form}>
        <Box
          component="form"
          id={id}
          noValidate
          onSubmit={(event) => void submit(event)}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            gap: 6,
            width: '100%',
            maxWidth: layout.readable,
          }}
        >
          <PaceCard />
          <HoursCard />
          <VariablesCard />
        </Box>
      </FormProvider>
    </Page>
  );
};

/** The screen of the settings that all campaigns of the company follow. */
const CampaignSettingsScreen = () => {
  const { t } = useTranslation('campaigns');
  const { data: rows, error, refetch } = useQuery({ ...campaignSettings, meta: { silent: true } });
  const saved = useMemo(() => (rows === undefined ? undefined : readSettingRows(rows)), [rows]);
  if (saved !== undefined) return <SettingsForm saved={saved} />;
  return (
    <Page title={t('settings.title')}>
      {error === null ? <PaneSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Page>
  );
};

export default CampaignSettingsScreen;
