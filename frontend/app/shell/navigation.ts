import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import type { Ability, PlanFlag } from '@prosa/shared/permissions.ts';
import { paths } from '../../lib/screen/paths.ts';

export interface NavigationItem {
  id:
    | 'tickets'
    | 'quickMessages'
    | 'contacts'
    | 'schedules'
    | 'tags'
    | 'connections'
    | 'queues'
    | 'dashboard'
    | 'moments'
    | 'users'
    | 'subscription'
    | 'settings';
  path: string;
  Icon: typeof ForumOutlined;
  /** Shown to who has it; to everyone where absent. */
  ability?: Ability;
  /** Shown where the company's plan has it; everywhere where absent. */
  plan?: PlanFlag;
}

/** The side menu, in its groups. A new screen adds its line here and its `shell:nav.<id>` text. */
export const NAVIGATION: readonly (readonly NavigationItem[])[] = [
  [
    { id: 'tickets', path: paths.tickets, Icon: ForumOutlined },
    { id: 'quickMessages', path: paths.quickMessages, Icon: BoltOutlined },
    { id: 'contacts', path: paths.contacts, Icon: ContactsOutlined },
    { id: 'schedules', path: paths.schedules, Icon: EventOutlined, plan: 'useSchedules' },
    { id: 'tags', path: paths.tags, Icon: SellOutlined },
  ],
  [
    { id: 'dashboard', path: paths.home, Icon: DashboardOutlined, ability: 'dashboard:view' },
    { id: 'moments', path: paths.moments, Icon: SupportAgentOutlined, ability: 'moments:view' },
  ],
  [
    { id: 'users', path: paths.users, Icon: PeopleAltOutlined, ability: 'users-page:view' },
    { id: 'queues', path: paths.queues, Icon: AccountTreeOutlined, ability: 'queues-page:view' },
    { id: 'connections', path: paths.connections, Icon: SyncAltOutlined, ability: 'drawer-admin-items:view' },
    { id: 'subscription', path: paths.subscription, Icon: CreditCardOutlined, ability: 'settings-page:view' },
    { id: 'settings', path: paths.settings, Icon: SettingsOutlined, ability: 'settings-page:view' },
  ],
];
