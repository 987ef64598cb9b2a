import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { describe, expect, it } from 'vitest';
import { steersConversations } from './steering.ts';

const contact = contactSchema.parse({
  companyId: 1,
  id: 2,
  name: 'Maria',
  number: '5511999990000',
  channel: 'whatsapp',
  identities: [{ kind: 'phone', value: '5511999990000' }],
});

/** A different value for each field. A new field of contacts needs an entry here. */
const OTHER: Record<keyof typeof contact, unknown> = {
  companyId: 2,
  id: 3,
  name: 'José',
  nameFrom: 'phone',
  phoneNameAt: '2026-01-01T00:00:00.000Z',
  phoneNameArrival: { atMs: 1, keys: ['a'] },
  number: '5511999990001',
  email: 'maria@example.com',
  urlPicture: 't/1/contact-2',
  pictureAt: '2026-01-01T00:00:00.000Z',
  channel: 'instagram',
  identities: [],
  active: false,
  acceptAudioMessage: false,
  disableBot: true,
  lgpdAcceptedAt: '2026-01-01T00:00:00.000Z',
  marketingStoppedAt: '2026-01-01T00:00:00.000Z',
  marketingToldAt: '2026-01-01T00:00:00.000Z',
  marketingArrival: { atMs: 1, keys: ['a'] },
  isGroup: true,
  extraInfo: [{ id: 'a', name: 'CPF', value: '1' }],
  tags: [{ id: 1, name: 'vip', color: '#112233' }],
  walletUserIds: [7],
  connectionId: 4,
  importId: 'a',
  mergedInto: 9,
  mergedIds: [9],
};
const FREE = ['email', 'extraInfo'];

describe('steersConversations', () => {
  it.each(Object.keys(OTHER))(
    'is true for a change of %s unless only the address book uses the field',
    (field) => {
      const after = contactSchema.parse({ ...contact, [field]: Reflect.get(OTHER, field) });
      expect(steersConversations(contact, after)).toBe(!FREE.includes(field));
    },
  );

  it('is false if nothing changes', () => {
    expect(steersConversations(contact, { ...contact, tags: [] })).toBe(false);
  });
});
