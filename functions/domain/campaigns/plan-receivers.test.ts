import { campaignReceiverSchema } from '@prosa/shared/entities/campaign.ts';
import { expect, it } from 'vitest';
import { campaignDrafts } from './campaign-drafts.ts';
import { isFollowedUp, type PlannedPerson, plannedReceivers } from './plan-receivers.ts';

const person = (fields: Partial<PlannedPerson> = {}): PlannedPerson => ({
  place: 1,
  name: 'Ana',
  number: '5511999990000',
  email: '',
  contactId: null,
  numberState: 'unchecked',
  isUnwilling: false,
  ...fields,
});

it('plans people at positions without gaps, and those who get nothing as skipped', () => {
  const people = [
    person(),
    person({ numberState: 'invalid' }),
    person({ number: '+55 (11) 98888-7777' }),
    person({ number: '', contactId: 5 }),
    person({ isUnwilling: true }),
    person({ numberState: 'valid' }),
  ];
  const planned = plannedReceivers({ companyId: 1, campaignId: 4 }, people, 500, new Set(['551188887777']));
  expect(planned.map(({ position, state, reason }) => [position, state, reason])).toEqual([
    [500, 'waiting', ''],
    [501, 'skipped', 'invalid'],
    [502, 'skipped', 'opted-out'],
    [503, 'skipped', 'no-address'],
    [504, 'skipped', 'opted-out'],
    [505, 'waiting', ''],
  ]);
});

it('repeats a campaign for those who did not answer, or did not read', () => {
  const sent = campaignReceiverSchema.parse({
    companyId: 1,
    campaignId: 4,
    position: 0,
    name: 'Ana',
    number: '5511999990000',
    state: 'sent',
  });
  const AT = '2026-11-20T13:00:00.000Z';
  expect(isFollowedUp(sent, 'not-answered')).toBe(true);
  expect(isFollowedUp({ ...sent, answeredAt: AT }, 'not-answered')).toBe(false);
  expect(isFollowedUp({ ...sent, answeredAt: AT }, 'not-read')).toBe(true);
  expect(isFollowedUp({ ...sent, readAt: AT }, 'not-read')).toBe(false);
  expect(isFollowedUp({ ...sent, optedOutAt: AT }, 'not-read')).toBe(false);
  expect(isFollowedUp({ ...sent, state: 'failed' }, 'not-read')).toBe(false);
});

it('writes the chosen text with the file, and before it if the file is audio', () => {
  const media = (mimeType: string) => ({ key: 't/1/a', fileName: 'a', mimeType, size: 9 });
  const campaign = { messages: ['x', 'Oi {nome}'], confirmationMessages: ['Posso, {nome}?'], media: null };
  const draftsOf = (mimeType: string | null, part: 'question' | 'message' = 'message', variant = 1) =>
    campaignDrafts(
      { ...campaign, media: mimeType === null ? null : media(mimeType) },
      { name: 'Ana', number: '1', email: '' },
      { part, variant },
      new Map(),
      't/1/copy',
    ).map(({ body, mediaType, media: file }) => [body, mediaType, file?.key]);
  expect(draftsOf(null)).toEqual([['Oi Ana', undefined, undefined]]);
  expect(draftsOf('image/png')).toEqual([['Oi Ana', 'image', 't/1/copy']]);
  expect(draftsOf('application/pdf')).toEqual([['Oi Ana', 'application', 't/1/copy']]);
  expect(draftsOf('audio/mpeg')).toEqual([
    ['Oi Ana', undefined, undefined],
    ['', 'audio', 't/1/copy'],
  ]);
  expect(draftsOf('image/png', 'question', 0)).toEqual([['Posso, Ana?', undefined, undefined]]);
});
