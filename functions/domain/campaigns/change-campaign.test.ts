import { campaignBody } from '@prosa/shared/contracts/campaigns.ts';
import { type Campaign, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { describe, expect, it } from 'vitest';
import { newCampaign, savedCampaign } from './change-campaign.ts';
import { followUpOf } from './follow-up.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const TOMORROW = '2026-11-21T12:00:00.000Z';
const input = (fields: object = {}) =>
  campaignBody.parse({ name: 'Natal', message1: 'Oi', contactListId: 3, whatsappId: 1, ...fields });
const made = (fields: object = {}) =>
  newCampaign({ companyId: 2, id: 9, createdById: 4 }, input(fields), NOW);
const campaign = (fields: Partial<Campaign>): Campaign => campaignSchema.parse({ ...made(), ...fields });

describe('a new campaign', () => {
  it('is inactive without a time, and scheduled with one', () => {
    expect(made()).toMatchObject({ status: 'inactive', scheduledAt: null, contactListId: 3, tagId: null });
    expect(made({ scheduledAt: TOMORROW })).toMatchObject({ status: 'scheduled', scheduledAt: TOMORROW });
  });

  it('has its filled texts alone, in their order', () => {
    const texts = {
      message1: '',
      message2: 'b',
      message4: 'd',
      confirmation: true,
      confirmationMessage3: 'c',
    };
    expect(made(texts)).toMatchObject({ messages: ['b', 'd'], confirmationMessages: ['c'] });
  });

  it('is sent to a tag instead of a list, and takes the word for no tag', () => {
    expect(made({ tagListId: '7' })).toMatchObject({ contactListId: null, tagId: 7 });
    expect(made({ tagListId: 'Nenhuma' })).toMatchObject({ contactListId: 3, tagId: null });
  });

  it('is sent to the tickets of a filter instead of a list or tag, stored with ids', () => {
    expect(made({ tagListId: 7, ticketFilter: 'status:open  or (unread)' })).toMatchObject({
      contactListId: null,
      tagId: null,
      ticketFilter: 'status:open or unread',
    });
    expect(made({ ticketFilter: null })).toMatchObject({ contactListId: 3, ticketFilter: '' });
    const long = 'a.b '.repeat(50).padEnd(1_999, ' ');
    expect(made({ ticketFilter: long }).ticketFilter).toHaveLength(299);
    expect(() => input({ ticketFilter: 'tag:VIP' })).toThrow('name at character 5');
  });

  it('has no queue, user and status of tickets if it opens none', () => {
    const place = { userId: 5, queueId: 6, statusTicket: 'open' };
    const stored = { userId: 5, queueId: 6, ticketStatus: 'open' };
    expect(made({ ...place, openTicket: 'enabled' })).toMatchObject(stored);
    const none = { userId: null, queueId: null, ticketStatus: 'closed' };
    expect(made({ ...place, openTicket: 'disabled' })).toMatchObject(none);
  });

  it('may begin a minute ago, and not earlier', () => {
    expect(made({ scheduledAt: '2026-11-20T11:59:00.000Z' }).status).toBe('scheduled');
    expect(() => made({ scheduledAt: '2026-11-20T11:58:59.999Z' })).toThrow('ERR_VALIDATION');
  });
});

describe('a saved campaign', () => {
  const save = (before: Partial<Campaign>, fields: object = {}) =>
    savedCampaign(campaign(before), input(fields), NOW);

  it('is refused while it runs, is paused or finished, and within an hour of its time', () => {
    for (const status of ['running', 'paused', 'finished'] as const)
      expect(() => save({ status })).toThrow('ERR_CAMPAIGN_STATE');
    const scheduledAt = '2026-11-20T13:00:00.000Z';
    expect(() => save({ status: 'scheduled', scheduledAt })).toThrow('ERR_CAMPAIGN_STATE');
  });

  it('follows its new time', () => {
    expect(save({}, { scheduledAt: TOMORROW }).status).toBe('scheduled');
    const before = { status: 'scheduled', scheduledAt: TOMORROW } as const;
    expect(save(before, { scheduledAt: '' })).toMatchObject({ status: 'inactive', scheduledAt: null });
    expect(save(before, { scheduledAt: TOMORROW, name: 'Outra' })).toMatchObject({
      status: 'scheduled',
      name: 'Outra',
    });
  });

  it('stays cancelled, also with its old time, unless it gets another', () => {
    const before = { status: 'cancelled', scheduledAt: '2026-11-19T12:00:00.000Z' } as const;
    expect(save(before, { scheduledAt: before.scheduledAt, message1: 'Olá' })).toMatchObject({
      status: 'cancelled',
      messages: ['Olá'],
    });
    expect(save(before, { scheduledAt: null }).status).toBe('cancelled');
    expect(save(before, { scheduledAt: TOMORROW }).status).toBe('scheduled');
    expect(() => save(before, { scheduledAt: '2026-11-20T10:00:00.000Z' })).toThrow('ERR_VALIDATION');
  });

  it('keeps list, tag, filter and connection once it was started', () => {
    const before = { status: 'cancelled', startedAt: '2026-11-19T12:00:00.000Z' } as const;
    expect(save(before, { message1: 'Olá' }).messages).toEqual(['Olá']);
    for (const fields of [
      { contactListId: 4 },
      { tagListId: 4 },
      { ticketFilter: 'unread' },
      { whatsappId: 2 },
    ])
      expect(() => save(before, fields)).toThrow('ERR_CAMPAIGN_STATE');
    expect(save({}, { contactListId: 4, whatsappId: 2 })).toMatchObject({
      contactListId: 4,
      connectionId: 2,
    });
  });
});

describe('a copy for some receivers', () => {
  const own = { id: 10, name: 'De novo', createdById: 5, media: null };

  it('is inactive, without anything that became of the first, and keeps its list', () => {
    const source = campaign({
      status: 'finished',
      run: 3,
      startedAt: TOMORROW,
      completedAt: TOMORROW,
      scheduledAt: TOMORROW,
    });
    const copy = followUpOf(source, own, 'not-read');
    expect(copy).toEqual(campaign({ ...own, followUp: { campaignId: 9, who: 'not-read' } }));
    expect(savedCampaign(copy, input({ whatsappId: 2 }), NOW).connectionId).toBe(2);
    for (const fields of [{ contactListId: 4 }, { ticketFilter: 'unread' }])
      expect(() => savedCampaign(copy, input(fields), NOW)).toThrow('ERR_CAMPAIGN_STATE');
    const filtered = followUpOf({ ...source, contactListId: null, ticketFilter: 'unread' }, own, 'not-read');
    expect(savedCampaign(filtered, input({ ticketFilter: 'unread' }), NOW).ticketFilter).toBe('unread');
  });

  it('is made only after the end', () => {
    for (const status of ['inactive', 'scheduled', 'running', 'paused'] as const)
      expect(() => followUpOf(campaign({ status }), own, 'not-read')).toThrow('ERR_CAMPAIGN_STATE');
  });
});
