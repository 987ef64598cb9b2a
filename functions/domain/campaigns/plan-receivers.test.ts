import { campaignReceiverSchema, RECEIVERS_PER_ROW } from '@prosa/shared/entities/campaign.ts';
import { expect, it } from 'vitest';
import { campaignDrafts } from './campaign-drafts.ts';
import {
  isFollowedUp,
  type PlannedPerson,
  partsOfPage,
  plannedReceiver,
  plannedReceivers,
  plannedRows,
} from './plan-receivers.ts';

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

const CAMPAIGN = { companyId: 1, campaignId: 4 };
const CAMPAIGN_ROW = { ...CAMPAIGN, row: 0, position: 0, receivers: [] };
const receiversFrom = (first: number, count: number) =>
  plannedReceivers(
    CAMPAIGN,
    Array.from({ length: count }, (_none, nth) =>
      person({ name: `Pessoa ${first + nth}`, ...(nth % 2 === 0 ? {} : { email: 'a@b.c', contactId: 7 }) }),
    ),
    first,
    new Set(),
  );

it('keeps receivers together in rows, and adds to a row that is not full', () => {
  const rows = plannedRows(receiversFrom(0, 130), undefined);
  expect(rows.map(({ position, receivers }) => [position, receivers.length])).toEqual([
    [0, 50],
    [50, 50],
    [100, 30],
  ]);
  const more = plannedRows(receiversFrom(130, 25), rows.at(-1));
  expect(more.map(({ position, receivers }) => [position, receivers.length])).toEqual([
    [100, 50],
    [150, 5],
  ]);
  const all = [...rows.slice(0, 2), ...more];
  for (const receiver of [...receiversFrom(0, 130), ...receiversFrom(130, 25)]) {
    const { position } = receiver;
    expect(plannedReceiver(all[Math.floor(position / RECEIVERS_PER_ROW)] ?? CAMPAIGN_ROW, position)).toEqual(
      receiver,
    );
  }
  expect(plannedReceiver(more[1] ?? CAMPAIGN_ROW, 155)).toBeUndefined();
});

it('begins a row in its middle behind receivers with rows of their own', () => {
  const [row] = plannedRows(receiversFrom(70, 10), undefined);
  expect(row).toMatchObject({ position: 70 });
  expect(plannedReceiver(row ?? CAMPAIGN_ROW, 69)).toBeUndefined();
  expect(plannedReceiver(row ?? CAMPAIGN_ROW, 79)).toMatchObject({ position: 79, name: 'Pessoa 79' });
});

it('replaces what follows in a row that has more than the plan', () => {
  const [held] = plannedRows(receiversFrom(0, 40), undefined);
  const [row] = plannedRows(receiversFrom(30, 5), held);
  expect(row?.receivers).toHaveLength(35);
});

it('divides a page into parts by the rows that its receivers need', () => {
  const receivers = receiversFrom(0, 10);
  const sizesOf = (rowsOf: (position: number) => number) =>
    partsOfPage(receivers, ({ position }) => rowsOf(position), 3).map(({ length }) => length);
  expect(sizesOf(() => 0)).toEqual([10]);
  expect(sizesOf(() => 1)).toEqual([3, 3, 3, 1]);
  expect(sizesOf((position) => (position > 4 ? 2 : 0))).toEqual([6, 1, 1, 1, 1]);
  expect(partsOfPage([], () => 1, 3)).toEqual([[]]);
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
