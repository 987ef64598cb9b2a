import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ComponentType, useState } from 'react';
import { Page } from '../../../components/page.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { Documentation } from './documentation.tsx';
import { SendTests } from './send-tests.tsx';
import { Tokens } from './tokens.tsx';
import { Usage } from './usage.tsx';
import { Webhooks } from './webhooks.tsx';

const TABS = ['docs', 'test', 'tokens', 'usage', 'webhooks'] as const;
type TabName = (typeof TABS)[number];
/** The tabs of users who manage connections; the webhooks are for administrators. */
const MANAGERS_TABS = TABS.filter((tab) => tab !== 'webhooks');
const PANELS: Record<TabName, ComponentType> = {
  docs: Documentation,
  test: SendTests,
  tokens: Tokens,
  usage: Usage,
  webhooks: Webhooks,
};
const tabId = (tab: TabName): string => `messages-api-tab-${tab}`;
const panelId = (tab: TabName): string => `messages-api-panel-${tab}`;

interface PartsProps {
  tabs: readonly TabName[];
  shown: TabName;
  onChoose: (tab: TabName) => void;
}

/** The tabs of the screen; on phones a select, because there is no room for so many tabs. */
const Parts = ({ tabs, shown, onChoose }: PartsProps) => {
  const { t } = useTranslation('messages-api');
  const phone = useIsPhone();
  if (phone)
    return (
      <SelectField
        label={t('parts')}
        value={shown}
        onChange={(event) => onChoose(tabs.find((tab) => tab === event.target.value) ?? 'docs')}
        sx={{ width: '100%' }}
      >
        {tabs.map((tab) => (
          <MenuItem key={tab} value={tab}>
            {t(`tab.${tab}`)}
          </MenuItem>
        ))}
      </SelectField>
    );
  return (
    <Tabs
      value={shown}
      aria-label={t('title')}
      onChange={(_event, next: TabName) => onChoose(next)}
      sx={{ flexShrink: 0 }}
    >
      {tabs.map((tab) => (
        <Tab key={tab} id={tabId(tab)} aria-controls={panelId(tab)} value={tab} label={t(`tab.${tab}`)} />
      ))}
    </Tabs>
  );
};

/** The screen of the external API: documentation, forms that try it, tokens, usage and webhooks. */
const MessagesApiScreen = () => {
  const { t } = useTranslation('messages-api');
  const phone = useIsPhone();
  const { can } = useSession();
  const [shown, setShown] = useState<TabName>('docs');
  const Panel = PANELS[shown];
  return (
    <Page title={t('title')}>
      <Parts tabs={can('webhooks:manage') ? TABS : MANAGERS_TABS} shown={shown} onChoose={setShown} />
      <Box
        id={panelId(shown)}
        {...(phone ? {} : { role: 'tabpanel', 'aria-labelledby': tabId(shown) })}
        sx={{ paddingTop: 4 }}
      >
        <Panel />
      </Box>
    </Page>
  );
};

export default MessagesApiScreen;
