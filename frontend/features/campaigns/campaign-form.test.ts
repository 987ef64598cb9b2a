import { CAMPAIGN_NAME_MAX } from '@prosa/shared/contracts/campaigns.ts';
import { campaignEvents } from '@prosa/shared/events/campaigns.ts';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { campaignFormSchema, copiedFields, fixedFields, newFields } from './campaign-form.ts';

const [example] = campaignEvents.campaign.examples;
if (example === undefined || !('record' in example)) throw new Error('no example of a campaign');
const campaign = { ...example.record, estimatedEndAt: null };
// Cast: a translator that returns its key.
const t = ((key: string) => key) as unknown as TFunction<'campaigns'>;
const fields = {
  ...newFields([]),
  name: 'Natal',
  message1: 'Olá {nome}',
  contactListId: 1,
  whatsappId: 1,
  media: 'keep' as const,
};
const problemsOf = (changed: object, savedAt: string | null = null) =>
  campaignFormSchema(t, savedAt)
    .safeParse({ ...fields, ...changed })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('the form of a campaign', () => {
  it.each([
    ['nothing more', {}, []],
    ['a saved campaign', campaign, []],
    ['no text', { message1: ' ' }, ['message1']],
    ['a question that is missing', { confirmation: true }, ['confirmationMessage1']],
    ['neither list nor tag', { contactListId: null }, ['contactListId']],
    ['a tag', { contactListId: null, tagListId: 3 }, []],
    ['a filter', { contactListId: null, ticketFilter: 'tag:3' }, []],
    ['a filter of every ticket', { contactListId: null, ticketFilter: '()' }, ['contactListId']],
    ['a filter with a name', { contactListId: null, ticketFilter: 'tag:VIP' }, ['ticketFilter']],
    ['a user without a queue', { openTicket: true, userId: 2 }, ['queueId']],
    ['a user without tickets', { userId: 2 }, []],
    ['a name of one letter', { name: 'N' }, ['name']],
    ['a time in the past', { scheduledAt: inMinutes(-10) }, ['scheduledAt']],
    ['a time to come', { scheduledAt: inMinutes(10) }, []],
  ])('with %s', (_what, changed, problems) => {
    expect(problemsOf(changed)).toEqual(problems);
  });

  it('takes a time in the past that is saved already', () => {
    const past = inMinutes(-10);
    expect(problemsOf({ scheduledAt: past }, past)).toEqual([]);
  });
});

describe('a new campaign', () => {
  const line = (id: number, isDefault = false) => ({ id, channel: 'whatsapp' as const, isDefault });
  const page = { id: 9, channel: 'facebook' as const, isDefault: true };
  it.each([
    ['the default connection', [line(1), line(2, true)], 2],
    ['the only one that reaches phone numbers', [page, line(1)], 1],
    ['none of several', [page, line(1), line(2)], undefined],
    ['none', [page], undefined],
  ])('begins with %s', (_what, connections, whatsappId) => {
    expect(newFields(connections).whatsappId).toBe(whatsappId);
  });
});

describe('a copy of a campaign', () => {
  const nameOf = (name: string) => `${name} (cópia)`;

  it('has everything but the time', () => {
    const copy = copiedFields({ ...campaign, scheduledAt: inMinutes(60) }, nameOf);
    expect(copy).toMatchObject({
      name: `${campaign.name} (cópia)`,
      message1: campaign.message1,
      contactListId: campaign.contactListId,
      scheduledAt: null,
    });
  });

  it('has a name that is not too long, and no list that was deleted', () => {
    const copy = copiedFields(
      { ...campaign, name: 'a'.repeat(CAMPAIGN_NAME_MAX), contactList: null },
      nameOf,
    );
    expect([...copy.name]).toHaveLength(CAMPAIGN_NAME_MAX);
    expect(copy.contactListId).toBeNull();
  });
});

describe('fields that stay', () => {
  it.each([
    ['a new campaign', null, []],
    ['an inactive one', { startedAt: null, followUp: null }, []],
    [
      'a started one',
      { startedAt: inMinutes(-1), followUp: null },
      ['contactListId', 'tagListId', 'ticketFilter', 'whatsappId'],
    ],
    [
      'a repetition',
      { startedAt: null, followUp: { campaignId: 1, who: 'not-read' as const } },
      ['contactListId', 'tagListId', 'ticketFilter'],
    ],
  ])('of %s', (_what, campaign, fixed) => {
    expect(fixedFields(campaign)).toEqual(fixed);
  });
});
