import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import { describe, expect, it } from 'vitest';
import { fieldsChanged, mergedContact, refusalToMerge } from './merge-contacts.ts';

const person = (fields: Partial<Contact>): Contact =>
  contactSchema.parse({ companyId: 1, id: 1, name: 'Rita Prado', channel: 'whatsapp', ...fields });
const PHONE = { kept: 'phone', other: 'phone' };
const phone = (value: string) => ({ kind: 'phone' as const, value });
const tag = (id: number) => ({ id, name: `tag ${id}`, color: '#112233' });

describe('mergedContact', () => {
  it("takes the other contact's name with its source, and the newer choice about marketing messages", () => {
    const number = '5531987654321';
    const kept = person({ name: number, number, marketingToldAt: '2026-01-02T00:00:00.000Z' });
    const marketingStoppedAt = '2026-01-03T00:00:00.000Z';
    const named = { name: 'Rita', nameFrom: 'phone', phoneNameAt: '2026-01-01T00:00:00.000Z' } as const;
    const stopped = { marketingStoppedAt, marketingToldAt: marketingStoppedAt };
    expect(mergedContact(kept, person({ id: 2, ...named, ...stopped }))).toMatchObject({
      ...named,
      ...stopped,
    });
    const older = { marketingStoppedAt, marketingToldAt: '2026-01-01T00:00:00.000Z' };
    expect(mergedContact(kept, person({ id: 2, ...older })).marketingStoppedAt).toBeNull();
  });

  it('keeps the fields that are set, fills empty fields from the other contact, and joins lists without duplicates', () => {
    const kept = person({
      number: '5531987654321',
      identities: [phone('5531987654321')],
      extraInfo: [{ id: 'a', name: 'CPF', value: '1' }],
      tags: [tag(1)],
      walletUserIds: [7],
    });
    const other = person({
      id: 2,
      name: 'Rita',
      number: '5531912340000',
      email: 'rita@example.com',
      urlPicture: 'https://example.com/r.png',
      lgpdAcceptedAt: '2026-01-01T00:00:00.000Z',
      identities: [phone('5531912340000'), { kind: 'lid', value: '99' }],
      extraInfo: [
        { id: 'b', name: 'CPF', value: '1' },
        { id: 'c', name: 'CPF', value: '2' },
      ],
      tags: [tag(1), tag(2)],
      walletUserIds: [7, 8],
      connectionId: 3,
      mergedIds: [5],
    });
    const merged = mergedContact(kept, other);
    expect(merged).toEqual({
      ...kept,
      email: 'rita@example.com',
      urlPicture: 'https://example.com/r.png',
      lgpdAcceptedAt: '2026-01-01T00:00:00.000Z',
      identities: [...kept.identities, ...other.identities],
      extraInfo: [
        { id: 'a', name: 'CPF', value: '1' },
        { id: 'c', name: 'CPF', value: '2' },
      ],
      tags: [tag(1), tag(2)],
      walletUserIds: [7, 8],
      connectionId: 3,
      mergedIds: [2, 5],
    });
    expect(fieldsChanged(kept, merged)).toEqual([
      'email',
      'urlPicture',
      'lgpdAcceptedAt',
      'extraInfo',
      'tags',
      'wallets',
    ]);
  });

  it('takes the name of the other contact if its own name is only a number or id', () => {
    const lid = person({ name: '99', identities: [{ kind: 'lid', value: '99' }] });
    const named = person({ id: 2, name: 'Rita', number: '5531912340000' });
    expect(mergedContact(lid, named)).toMatchObject({ name: 'Rita', number: '5531912340000' });
    expect(mergedContact(named, lid).name).toBe('Rita');
    const numbered = person({ id: 2, name: '5531912340000', number: '5531912340000' });
    expect(mergedContact(lid, numbered).name).toBe('99');
  });

  it.each([
    ['active', true, false],
    ['acceptAudioMessage', true, false],
    ['disableBot', false, true],
  ] as const)('keeps the restrictions of both contacts: %s', (field, allowed, forbidden) => {
    const [free, bound] = [person({ [field]: allowed }), person({ id: 2, [field]: forbidden })];
    expect(mergedContact(free, bound)[field]).toBe(forbidden);
    expect(mergedContact(bound, free)[field]).toBe(forbidden);
    expect(mergedContact(free, { ...free, id: 2 })[field]).toBe(allowed);
    expect(fieldsChanged(free, mergedContact(free, bound))).toEqual([field]);
  });
});

describe('refusalToMerge', () => {
  const refusal = (kept: Contact, other: Contact, reachedBy = PHONE) =>
    refusalToMerge(kept, other, reachedBy);

  it('refuses the same contact twice, groups, contacts of different channels, and contacts with too many entries together', () => {
    const kept = person({});
    const other = person({ id: 2 });
    const lids = Array.from({ length: 21 }, (_none, n) => ({ kind: 'lid' as const, value: `${n}` }));
    expect(refusal(kept, other)).toBeUndefined();
    expect(refusal(kept, kept)).toBe('same');
    expect(refusal(kept, person({ id: 2, isGroup: true }))).toBe('group');
    expect(refusal(kept, other, { kept: 'phone', other: 'psid' })).toBe('channel');
    expect(refusal(kept, person({ id: 2, identities: lids.slice(1) }))).toBeUndefined();
    expect(refusal(kept, person({ id: 2, identities: lids }))).toBe('tooMuch');
    expect(refusal(kept, person({ id: 2, mergedIds: Array.from({ length: 20 }, (_none, n) => n + 3) }))).toBe(
      'tooMuch',
    );
    expect(
      refusal(kept, person({ id: 2, tags: Array.from({ length: 101 }, (_none, n) => tag(n + 1)) })),
    ).toBe('tooMuch');
  });
});
