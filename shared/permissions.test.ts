import { describe, expect, it } from 'vitest';
import { ABILITIES, type Actor, abilitiesOf } from './permissions.ts';

const actor = (fields: Partial<Actor> = {}): Actor => ({
  profile: 'user',
  super: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
  allowSharedItems: false,
  allUserChat: false,
  allowGroup: false,
  userClosePendingTicket: false,
  ...fields,
});

describe('what a session may do', () => {
  it('is nothing of this for a plain user', () => {
    expect(abilitiesOf(actor())).toEqual([]);
  });

  it('is all of a company for its administrator', () => {
    expect(abilitiesOf(actor({ profile: 'admin' }))).toEqual(
      expect.arrayContaining([
        'dashboard:view',
        'drawer-admin-items:view',
        'tickets-manager:showall',
        'user-modal:editProfile',
        'user-modal:editQueues',
        'ticket-options:deleteTicket',
        'contacts-page:deleteContact',
        'connections-page:actionButtons',
        'connections-page:addConnection',
        'connections-page:editOrDeleteConnection',
        'tickets-manager:closeAll',
        'tickets:close-pending',
        'moments:view',
        'shared-items:manage',
        'users-page:view',
        'queues-page:view',
        'settings-page:view',
      ]),
    );
  });

  it.each<[keyof Actor, string[]]>([
    ['showDashboard', ['dashboard:view']],
    ['allowRealTime', ['moments:view']],
    [
      'allowConnections',
      [
        'drawer-admin-items:view',
        'connections-page:actionButtons',
        'connections-page:addConnection',
        'connections-page:editOrDeleteConnection',
      ],
    ],
    ['allUserChat', ['tickets-manager:showall']],
    ['allowGroup', ['tickets:group-tab']],
    ['userClosePendingTicket', ['tickets:close-pending']],
    ['allowSharedItems', ['shared-items:manage']],
  ])('is widened by %s to %j', (flag, abilities) => {
    expect(abilitiesOf(actor({ [flag]: true }))).toEqual(abilities);
  });

  it('spans companies for the platform’s administrator alone, and groups for who is given them', () => {
    expect(abilitiesOf(actor({ profile: 'admin' }))).not.toContain('companies-page:view');
    expect(abilitiesOf(actor({ profile: 'admin' }))).not.toContain('tickets:group-tab');
    expect(abilitiesOf(actor({ profile: 'admin', super: true, allowGroup: true }))).toEqual(ABILITIES);
  });
});
