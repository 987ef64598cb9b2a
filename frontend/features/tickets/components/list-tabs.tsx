import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useStore } from 'zustand';
import { formatCount } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font, radius } from '../../../theme/tokens.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useTabs } from '../hooks/use-tabs.ts';
import { useTicketCount } from '../hooks/use-ticket-count.ts';
import { type ListTab, listStore, setList } from '../list-store.ts';
import { tabCountQuery } from '../tab-query.ts';

type Counted = 'open' | 'pending' | 'group';
const isCounted = (tab: ListTab): tab is Counted => tab === 'open' || tab === 'pending' || tab === 'group';

const NARROW = '@container (max-width: 480px)';
const NARROWEST = '@container (max-width: 400px)';

/** The tabs of open, waiting and group tickets with their counts, then closed tickets and the search. */
export const ListTabs = () => {
  const { t } = useTranslation('tickets');
  const tab = useStore(listStore, (state) => state.tab);
  const tabs = useTabs();
  return (
    <Box sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0, containerType: 'inline-size' }}>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t('views')}
        onChange={(_, next: ListTab) => setList({ tab: next })}
        sx={{
          paddingInline: 2,
          // Even with the longest counts, all tabs fit a narrow list in every language.
          [NARROW]: {
            paddingInline: 1,
            '& .MuiTab-root': { paddingInline: '6px', fontSize: font.secondary },
          },
          [NARROWEST]: {
            paddingInline: 1,
            '& .MuiTab-root': { paddingInline: 1, fontSize: font.caption },
          },
        }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            {...(name === 'search' ? { 'aria-label': t('tab.search'), sx: { marginLeft: 'auto' } } : {})}
            label={
              name === 'search' ? (
                <SearchRounded />
              ) : isCounted(name) ? (
                <CountedLabel name={name} />
              ) : (
                t(`tab.${name}`)
              )
            }
          />
        ))}
      </Tabs>
    </Box>
  );
};

const CountedLabel = ({ name }: { name: Counted }) => {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const user = useUser();
  const settings = useStore(listStore);
  const query = tabCountQuery(name, settings, {
    showAll: can('tickets-manager:showall'),
    admin: isAdmin(user),
  });
  const { count, more } = useTicketCount(query);
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, [NARROW]: { gap: 1 } }}>
      {t(`tab.${name}`)}
      {count > 0 && (
        <Typography
          component="span"
          variant="caption"
          sx={{
            minWidth: 20,
            paddingInline: '6px',
            lineHeight: '18px',
            borderRadius: `${radius.pill}px`,
            bgcolor: 'action.hover',
            color: 'text.secondary',
            fontVariantNumeric: 'tabular-nums',
            [NARROW]: { minWidth: 0, paddingInline: 0, bgcolor: 'transparent' },
          }}
        >
          {formatCount(count, more)}
        </Typography>
      )}
    </Box>
  );
};
