import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { describe, expect, it } from 'vitest';
import { contactAfterAddressBook, contactAfterPreference } from './contact-after-news.ts';

const NUMBER = '5511987654321';
const contact = contactSchema.parse({
  companyId: 1,
  id: 2,
  name: NUMBER,
  nameFrom: 'provider',
  number: NUMBER,
  channel: 'whatsappapi',
  identities: [{ kind: 'phone', value: NUMBER }],
});
const at = (minute: number) => {
  const sentAt = Date.UTC(2026, 10, 26, 10, minute);
  return { sentAt, receivedAt: sentAt + 1000 };
};

describe("a name of the phone's address book", () => {
  const named = (name: string, minute: number, before = contact) =>
    contactAfterAddressBook(before, { name, ...at(minute) });

  it.each([
    ['a number', {}],
    ['a number that a user left as the name', { nameFrom: 'user' as const }],
    ["the provider's name", { name: 'sonia ✨' }],
  ])('replaces %s', (_what, fields) => {
    expect(named('Sônia Prado', 1, { ...contact, ...fields })).toMatchObject({
      name: 'Sônia Prado',
      nameFrom: 'phone',
      phoneNameAt: '2026-11-26T10:01:00.000Z',
    });
  });

  it.each([
    ['a name that a user gave', { name: 'Dona Sônia', nameFrom: 'user' as const }],
    ['the name of a group', { isGroup: true }],
  ])('does not replace %s', (_what, fields) => {
    const before = { ...contact, ...fields };
    expect(named('Sônia Prado', 1, before)).toBe(before);
  });

  it('replaces an older name of the address book, not a newer one, and nothing by its removal', () => {
    const first = named('Sônia', 2);
    expect(named('Sônia Prado', 3, first)).toMatchObject({ name: 'Sônia Prado' });
    expect(named('Sô', 1, first)).toBe(first);
    expect(named('Sônia', 2, first)).toBe(first);
    expect(named('', 3, first)).toBe(first);
  });
});

describe('a choice about marketing messages', () => {
  const chosen = (isWanted: boolean, minute: number, before = contact) =>
    contactAfterPreference(before, { isWanted, ...at(minute) });

  it('stops them, and allows them again', () => {
    const stopped = chosen(false, 1);
    expect(stopped.marketingStoppedAt).toBe('2026-11-26T10:01:00.000Z');
    expect(chosen(true, 2, stopped).marketingStoppedAt).toBeNull();
  });

  it('counts by its time, whatever order they arrive in', () => {
    const resumed = chosen(true, 2);
    expect(chosen(false, 1, resumed)).toBe(resumed);
    const stopped = chosen(false, 2);
    expect(chosen(true, 1, stopped)).toBe(stopped);
    expect(chosen(false, 2, stopped)).toBe(stopped);
  });

  it('of the future counts as of its arrival', () => {
    const receivedAt = Date.UTC(2026, 10, 26, 10);
    const far = contactAfterPreference(contact, {
      isWanted: false,
      sentAt: Number.MAX_SAFE_INTEGER,
      receivedAt,
    });
    expect(far.marketingToldAt).toBe('2026-11-26T10:00:00.000Z');
  });
});
