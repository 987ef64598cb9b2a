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

describe('the abilities of a session', () => {
  it('a plain user has none of the abilities', () => {
    expect(abilitiesOf(actor())).toEqual([]);
  });

  it('a company’s administrator has all abilities within the company', () => {
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
        'webhooks:manage',
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
  ])('a user with the flag %s has the abilities %j', (flag, abilities) => {
    expect(abilitiesOf(actor({ [flag]: true }))).toEqual(abilities);
  });

  it('only a platform administrator has abilities across companies, and only users with that right see groups', () => {
    expect(abilitiesOf(actor({ profile: 'admin' }))).not.toContain('companies-page:view');
    expect(abilitiesOf(actor({ profile: 'admin' }))).not.toContain('tickets:group-tab');
    expect(abilitiesOf(actor({ profile: 'admin', super: true, allowGroup: true }))).toEqual(ABILITIES);
  });
});
