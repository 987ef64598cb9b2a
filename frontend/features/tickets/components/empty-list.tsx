import ForumOutlined from '@mui/icons-material/ForumOutlined';
import QrCode2Rounded from '@mui/icons-material/QrCode2Rounded';
import Button from '@mui/material/Button';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { Ability } from '@prosa/shared/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { TO_ADD } from '../../../lib/screen/use-arrived-to-add.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { type FirstStep, nextStep } from '../first-step.ts';
import type { ListTab } from '../list-store.ts';

const CONNECTIONS = {
  to: paths.connections,
  ability: 'connections-page:actionButtons',
  adds: false,
} as const;

/** The screen of each step, and the ability that it needs. */
const PLACES: Record<Exclude<FirstStep, 'message'>, { to: string; ability: Ability; adds: boolean }> = {
  connect: { to: paths.connections, ability: 'connections-page:addConnection', adds: true },
  scan: CONNECTIONS,
  queue: { to: paths.queues, ability: 'queues-page:view', adds: true },
  offer: CONNECTIONS,
  team: { to: paths.users, ability: 'users-page:view', adds: true },
};

/**
 * Whether a connection was ever linked. It gets its number with the first scan and keeps it; users who do not manage
 * connections see only its state.
 */
const isLinked = ({ status, number }: Pick<ConnectionView, 'status'> & { number?: string }): boolean =>
  number === undefined ? status !== 'qrcode' && status !== 'PAIRING' : number !== '';

/** Returns the company's next setup step. Fetches the data of a step only when the previous steps are done. */
const useNextStep = (): FirstStep | null => {
  const { can } = useSession();
  const quiet = { meta: { silent: true } };
  const { data } = useQuery({ ...connectionList, ...quiet });
  const connections = data?.map((connection) => ({
    linked: isLinked(connection),
    // Users who do not manage connections do not see their queues, and have nothing to do about them.
    offers: !('queueIds' in connection) || connection.queueIds.length > 0,
  }));
  const leads = can('users-page:view') && connections?.some(({ linked }) => linked) === true;
  const { data: contacts } = useQuery({
    ...routeQuery(contactRoutes.list, { query: {} }),
    ...quiet,
    enabled: leads,
  });
  const begins = leads && contacts?.contacts.length === 0;
  const { data: queues } = useQuery({ ...queueList, ...quiet, enabled: begins });
  const { data: people } = useQuery({ ...colleagueList, ...quiet, enabled: begins });
  return nextStep({
    connections,
    contacts: contacts?.contacts.length,
    queues: queues?.length,
    people: people?.length,
  });
};

/** Shown for an empty view: the reason, and for a new company the next setup step. */
export const EmptyList = ({ tab }: { tab: Exclude<ListTab, 'search'> }) => {
  const { t } = useTranslation(['tickets', 'first-steps']);
  const { can } = useSession();
  const step = useNextStep();
  const newTicket = (
    <Button variant="outlined" onClick={() => openNewTicketDialog()}>
      {t('new.title')}
    </Button>
  );

  if (step !== null && step !== 'message' && can(PLACES[step].ability)) {
    const place = PLACES[step];
    return (
      <EmptyState
        icon={step === 'connect' || step === 'scan' ? <QrCode2Rounded /> : <ForumOutlined />}
        title={t(`first-steps:${step}.title`)}
        hint={t(`first-steps:${step}.hint`)}
        action={
          <Button
            variant="contained"
            component={Link}
            to={place.to}
            {...(place.adds ? { state: TO_ADD } : {})}
          >
            {t(`first-steps:${step === 'offer' ? 'scan' : step}.action`)}
          </Button>
        }
      />
    );
  }
  if (step === 'connect' || step === 'scan')
    return (
      <EmptyState
        icon={<QrCode2Rounded />}
        title={t('first-steps:ask.title')}
        hint={t('first-steps:ask.hint')}
      />
    );
  if (step === 'message')
    return (
      <EmptyState
        icon={<ForumOutlined />}
        title={t('first-steps:message.title')}
        hint={t('first-steps:message.hint')}
        action={newTicket}
      />
    );
  return (
    <EmptyState
      icon={<ForumOutlined />}
      title={t(`empty.${tab}`)}
      {...(tab === 'open' ? { hint: t('emptyHint.open'), action: newTicket } : {})}
    />
  );
};
