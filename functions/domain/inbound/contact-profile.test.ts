import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { expect, it } from 'vitest';
import { contactAfterProfile, lacksProfile, PICTURE_KEPT_MS } from './contact-profile.ts';

const NOW_MS = Date.UTC(2026, 10, 26);
const contact = contactSchema.parse({
  companyId: 1,
  id: 7,
  name: 'Ana',
  channel: 'facebook',
  identities: [{ kind: 'psid', value: '4455' }],
  connectionId: 2,
  pictureAt: new Date(NOW_MS).toISOString(),
});

it('a profile is asked for if the name is missing, or the picture was never asked for', () => {
  expect(lacksProfile(contact, NOW_MS)).toBe(false);
  expect(lacksProfile({ ...contact, name: '4455' }, NOW_MS)).toBe(true);
  expect(lacksProfile({ ...contact, pictureAt: null }, NOW_MS)).toBe(true);
});

it('a picture is asked for again after a week', () => {
  expect(lacksProfile(contact, NOW_MS + PICTURE_KEPT_MS - 1)).toBe(false);
  expect(lacksProfile(contact, NOW_MS + PICTURE_KEPT_MS)).toBe(true);
});

it('the picture of a group is asked for like that of a person, but never its name', () => {
  const group = { ...contact, isGroup: true, name: '4455' };
  expect(lacksProfile(group, NOW_MS)).toBe(false);
  expect(lacksProfile({ ...group, pictureAt: null }, NOW_MS)).toBe(true);
});

it('a profile sets the picture and its time, and keeps a name that the contact has', () => {
  const told = { name: 'Ana S.', pictureKey: 't/1/contact-7', receivedAt: NOW_MS };
  const after = contactAfterProfile({ ...contact, pictureAt: null }, told, 2);
  expect(after).toEqual({ ...contact, urlPicture: 't/1/contact-7' });
  expect(contactAfterProfile(after, told, 2)).toBe(after);
  expect(contactAfterProfile(after, { name: '', pictureKey: null, receivedAt: NOW_MS - 1 }, 2)).toBe(after);
});

it('a profile without a picture removes the picture, and one that could not be fetched keeps it', () => {
  const before = { ...contact, urlPicture: 't/1/contact-7', pictureAt: null };
  const told = { name: '', receivedAt: NOW_MS };
  expect(contactAfterProfile(before, { ...told, pictureKey: null }, 2)).toEqual(contact);
  expect(contactAfterProfile(before, told, 2)).toBe(before);
});
