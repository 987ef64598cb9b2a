import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { describe, expect, it } from 'vitest';
import { contactAfterNewIdentities } from './contact-after-new-identities.ts';

const phone = (value: string): Identity => ({ kind: 'phone', value });
const bsuid = (value: string): Identity => ({ kind: 'bsuid', value });
const [OLD, NEW, THIRD] = [phone('5511987650001'), phone('5511987650002'), phone('5511987650003')];

const contact = (fields: Partial<Contact> = {}): Contact =>
  contactSchema.parse({
    companyId: 1,
    id: 1,
    name: 'Ana',
    number: OLD.value,
    channel: 'whatsappapi',
    identities: [bsuid('BR.1'), OLD],
    ...fields,
  });
const moved = (before: Contact, old: Identity[], identities: Identity[], unknown = identities) =>
  contactAfterNewIdentities(before, { old, identities }, unknown);

describe('new identities', () => {
  it('come first, replace the old phone and its number, and keep the other identities', () => {
    expect(moved(contact(), [bsuid('BR.1'), OLD], [bsuid('BR.2'), NEW])).toMatchObject({
      name: 'Ana',
      number: NEW.value,
      identities: [bsuid('BR.2'), NEW, bsuid('BR.1')],
    });
  });

  it('do not change a contact that has them, in either spelling of a number', () => {
    const before = contact();
    expect(moved(before, [OLD], [phone('551187650001')], [])).toBe(before);
  });

  it('do not take the phone of another contact, and leave the old phone then', () => {
    expect(moved(contact(), [bsuid('BR.1'), OLD], [bsuid('BR.2'), NEW], [bsuid('BR.2')])).toMatchObject({
      number: OLD.value,
      identities: [bsuid('BR.2'), bsuid('BR.1'), OLD],
    });
  });

  it('of a repeated event do not bring back a phone that was replaced since', () => {
    const first = moved(contact(), [bsuid('BR.1'), OLD], [bsuid('BR.2'), NEW]);
    const second = moved(first, [bsuid('BR.2'), NEW], [bsuid('BR.3'), THIRD]);
    expect(moved(second, [bsuid('BR.1'), OLD], [bsuid('BR.2'), NEW], [NEW])).toBe(second);
    expect(second).toMatchObject({ number: THIRD.value });
  });

  it('do not replace the number of a contact whose other phone changed', () => {
    const before = contact({ number: THIRD.value, identities: [THIRD, OLD] });
    expect(moved(before, [OLD], [NEW])).toMatchObject({
      number: THIRD.value,
      identities: [NEW, THIRD],
    });
  });

  it('give a number to a contact without one, and rename a contact that is shown by its number', () => {
    expect(moved(contact({ number: '', identities: [bsuid('BR.1')] }), [bsuid('BR.1')], [NEW])).toMatchObject(
      { name: 'Ana', number: NEW.value, identities: [NEW, bsuid('BR.1')] },
    );
    expect(moved(contact({ name: OLD.value }), [OLD], [NEW])).toMatchObject({ name: NEW.value });
  });
});
