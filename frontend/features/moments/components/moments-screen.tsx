import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { layout, radius } from '../../../theme/tokens.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { panelTickets } from '../../tickets/panel-tickets.ts';
import { panelCards } from '../panel-cards.ts';
import { AgentCard, WaitingCard } from './moment-card.tsx';

/** Narrower, names are cut to nothing. */
const CARD_MIN_PX = 300;
const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

const Cards = ({ busy = false, children }: { busy?: boolean; children: ReactNode }) => (
  <Box
    aria-busy={busy}
    sx={{
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${CARD_MIN_PX}px), 1fr))`,
      alignItems: 'start',
      gap: 4,
    }}
  >
    {children}
  </Box>
);

const Panel = () => {
  const { t } = useTranslation('moments');
  const panel = useQuery({ ...panelTickets, meta: { silent: true } });
  const colleagues = useQuery({ ...colleagueList, meta: { silent: true } });
  const { data: tickets, error } = panel;
  if (tickets === undefined && error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => void panel.refetch()}
        {...(error instanceof ApiError && error.status === 500 ? { title: t('failed') } : {})}
      />
    );
  if (tickets === undefined)
    return (
      <Cards busy>
        {SKELETON_CARDS.map((key) => (
          <Skeleton
            key={key}
            variant="rounded"
            height={layout.topBar + 2 * layout.ticketRow}
            sx={{ borderRadius: `${radius.card}px` }}
          />
        ))}
      </Cards>
    );
  if (tickets.length === 0)
    return <EmptyState icon={<SupportAgentOutlined />} title={t('empty')} hint={t('emptyHint')} />;
  return (
    <Cards>
      {panelCards(tickets).map(({ agent, tickets: shown }) => {
        if (agent === null) return <WaitingCard key="waiting" tickets={shown} />;
        const colleague = colleagues.data?.find(({ id }) => id === agent.id);
        return (
          <AgentCard
            key={agent.id}
            name={colleague?.name ?? agent.name}
            picture={colleague?.profileImage ?? ''}
            online={colleague?.online ?? false}
            tickets={shown}
          />
        );
      })}
    </Cards>
  );
};

/** Who attends what, and what waits, as it is now. */
const MomentsScreen = () => {
  const { t } = useTranslation('moments');
  const { data: count = 0 } = useQuery({ ...panelTickets, select: (tickets) => tickets.length });
  return (
    <Page
      title={t('title')}
      {...(count === PANEL_TICKETS_MAX ? { description: t('bounded', { count }) } : {})}
    >
      <Panel />
    </Page>
  );
};

export default MomentsScreen;
