import { type Actor, hasAbility } from '@prosa/shared/permissions.ts';
import { describe, expect, it } from 'vitest';
import { sessionExample } from '../../lib/session/session-example.ts';
import { menuOf } from './use-navigation.ts';

const attendant: Actor = {
  profile: 'user',
  super: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
  allowSharedItems: false,
  allUserChat: false,
  allowGroup: false,
  userClosePendingTicket: false,
};
const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const idsOf = (
  actor: Actor,
  company: Partial<typeof sessionExample.company> = {},
  { hasHelps = false } = {},
) =>
  menuOf(
    {
      user: { company: { ...sessionExample.company, ...company } },
      can: (ability) => hasAbility(actor, ability),
      hasHelps,
    },
    NOW,
  ).flatMap((group) => group.map(({ feature }) => feature));

const EVERYBODYS = [
  'tickets',
  'quick-messages',
  'contacts',
  'kanban',
  'schedules',
  'tags',
  'internal-chats',
  'todo-list',
];
const MANAGEMENT = ['dashboard', 'ticket-report', 'moments'];
const ADMINISTRATION = ['messages-api', 'users', 'queues', 'connections', 'companies', 'settings'];

describe('side menu', () => {
  it.each([
    ['an attendant', {}, []],
    ['a user with showDashboard', { showDashboard: true }, ['dashboard', 'ticket-report']],
    ['a user with allowRealTime', { allowRealTime: true }, ['moments']],
    ['a user with allowConnections', { allowConnections: true }, ADMINISTRATION],
    [
      'an administrator',
      { profile: 'admin' as const },
      [
        ...[...MANAGEMENT, ...ADMINISTRATION],
        ...[
          'campaigns',
          'contact-lists',
          'file-lists',
          'flow-phrases',
          'flows',
          'integrations',
          'assistants',
        ],
      ],
    ],
  ])('the menu of %s shows the entries that the profile or flag allows', (_who, flags, more) => {
    expect(idsOf({ ...attendant, ...flags }).sort()).toEqual([...EVERYBODYS, ...more].sort());
  });

  it('shows announcements to super administrators only', () => {
    expect(idsOf({ ...attendant, super: true })).toContain('announcements');
    expect(idsOf({ ...attendant, profile: 'admin' })).not.toContain('announcements');
  });

  it('hides schedules when the plan lacks useSchedules', () => {
    const { plan } = sessionExample.company;
    expect(idsOf(attendant, { plan: { ...plan, useSchedules: false } })).not.toContain('schedules');
    expect(idsOf(attendant, { plan })).toContain('schedules');
  });

  it('hides the kanban when the plan lacks useKanban', () => {
    const { plan } = sessionExample.company;
    expect(idsOf(attendant, { plan: { ...plan, useKanban: false } })).not.toContain('kanban');
    expect(idsOf(attendant, { plan })).toContain('kanban');
  });

  it('hides the external API when the plan lacks useExternalApi', () => {
    const admin: Actor = { ...attendant, profile: 'admin' };
    const { plan } = sessionExample.company;
    expect(idsOf(admin, { plan: { ...plan, useExternalApi: false } })).not.toContain('messages-api');
  });

  it('hides campaigns and contact lists when the plan lacks useCampaigns', () => {
    const admin: Actor = { ...attendant, profile: 'admin' };
    const { plan } = sessionExample.company;
    const shown = idsOf(admin, { plan: { ...plan, useCampaigns: false } });
    expect(shown).not.toContain('campaigns');
    expect(shown).not.toContain('contact-lists');
  });

  it('hides integrations when the plan lacks useIntegrations', () => {
    const admin: Actor = { ...attendant, profile: 'admin' };
    const { plan } = sessionExample.company;
    expect(idsOf(admin, { plan: { ...plan, useIntegrations: false } })).not.toContain('integrations');
  });

  it('hides assistants when the plan lacks useOpenAi', () => {
    const admin: Actor = { ...attendant, profile: 'admin' };
    const { plan } = sessionExample.company;
    expect(idsOf(admin, { plan: { ...plan, useOpenAi: false } })).not.toContain('assistants');
  });

  it('shows helps only when the installation has one', () => {
    expect(idsOf(attendant, {}, { hasHelps: true })).toEqual([...EVERYBODYS, 'helps']);
  });

  it('shows only the subscription screen after the due date', () => {
    const dueDate = '2026-11-19T12:00:00.000Z';
    for (const actor of [attendant, { ...attendant, profile: 'admin' as const }])
      expect(idsOf(actor, { dueDate })).toEqual(['companies']);
  });
});
