import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { CopyAction } from '../../../components/copy-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { tagList } from '../../directory/tag-list.ts';
import { campaignLink } from '../campaign-link.ts';
import { listLink } from '../list-link.ts';
import { countFilters, listStore, NO_FILTERS, setList, type TicketFilters } from '../list-store.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterGrid } from './filter-grid.tsx';

/** The filters of the current view; the search view also filters by status. */
export const FilterPanel = () => {
  const { t } = useTranslation(['tickets', 'ticket-filters']);
  const state = useStore(listStore);
  const { filters, tab } = state;
  const { can } = useSession();
  const user = useUser();
  const admin = isAdmin(user);
  const { data: tags } = useQuery(tagList);
  const { data: users } = useQuery({ ...colleagueList, enabled: admin });
  const { data: connections } = useQuery(connectionList);
  const showAll = can('tickets-manager:showall');
  const sendsCampaigns = admin && can('settings-page:view') && user.company.plan.useCampaigns;
  const toCampaign = sendsCampaigns ? campaignLink(state, { id: user.id, showAll }) : undefined;
  const set = (change: Partial<TicketFilters>) => setList({ filters: { ...filters, ...change } });
  return (
    <FilterGrid
      text={filters.text}
      onText={(text) => set({ text })}
      count={countFilters(filters, tab)}
      onClear={() => setList({ filters: NO_FILTERS })}
      actions={
        <>
          <CopyAction
            text={`${location.origin}${listLink(state, { showAll, admin })}`}
            label={t('ticket-filters:copyLink')}
            done={t('ticket-filters:linkCopied')}
          />
          {toCampaign !== undefined && (
            <Button component={Link} to={toCampaign} size="small" startIcon={<CampaignOutlined />}>
              {t('ticket-filters:toCampaign')}
            </Button>
          )}
        </>
      }
      sx={{ paddingInline: 3, paddingBottom: 3 }}
    >
      <FilterChoice
        label={t('filter.tags')}
        options={tags ?? []}
        value={filters.tags}
        onChange={(ids) => set({ tags: ids })}
      />
      {admin && (
        <FilterChoice
          label={t('filter.users')}
          options={users ?? []}
          value={filters.users}
          onChange={(ids) => set({ users: ids })}
        />
      )}
      {tab === 'search' && (
        <FilterChoice
          label={t('filter.status')}
          options={TICKET_STATUSES.map((id) => ({ id, name: t(`status.${id}`) }))}
          value={filters.statusFilter}
          onChange={(statusFilter) => set({ statusFilter })}
        />
      )}
      <FilterChoice
        label={t('filter.connections')}
        options={connections ?? []}
        value={filters.whatsapps}
        onChange={(ids) => set({ whatsapps: ids })}
      />
      <TextField
        size="small"
        type="date"
        label={t('filter.day')}
        value={filters.day}
        onChange={(event) => set({ day: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <FormControlLabel
        control={<Switch checked={filters.unread} onChange={(_, unread) => set({ unread })} />}
        label={t('filter.unread')}
      />
    </FilterGrid>
  );
};
