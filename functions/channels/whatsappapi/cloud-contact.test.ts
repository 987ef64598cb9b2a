import { expect, it } from 'vitest';
import { vcardOf } from '../../domain/messages/vcard.ts';
import { cloudContact } from './cloud-contact.ts';

it('a vCard of ours keeps its name, number at WhatsApp and e-mail address', () => {
  const vcard = vcardOf({ name: 'Ana; da Silva, ME', number: '5511988887777', email: 'ana@loja.example' });
  expect(cloudContact(vcard, '')).toEqual({
    name: { formatted_name: 'Ana; da Silva, ME', first_name: 'Ana; da Silva, ME' },
    phones: [{ phone: '+5511988887777', wa_id: '5511988887777' }],
    emails: [{ email: 'ana@loja.example' }],
  });
});

it('reads grouped properties and folded lines of a phone', () => {
  const vcard = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Bruno',
    '  Costa',
    'item1.TEL:+55 21 3333-4444',
    'item1.X-ABLabel:Trabalho',
    'TEL;TYPE=CELL;WAID=5521900001111:+55 21 90000-1111',
    'END:VCARD',
  ].join('\r\n');
  expect(cloudContact(vcard, '')).toEqual({
    name: { formatted_name: 'Bruno Costa', first_name: 'Bruno Costa' },
    phones: [{ phone: '+55 21 3333-4444' }, { phone: '+55 21 90000-1111', wa_id: '5521900001111' }],
  });
});

it('a contact always has a name, because Meta requires one', () => {
  const phone = 'BEGIN:VCARD\nTEL:+551133334444\nEND:VCARD';
  expect(cloudContact(phone, 'Loja').name.formatted_name).toBe('Loja');
  expect(cloudContact(phone, ' ').name.formatted_name).toBe('+551133334444');
  expect(cloudContact('no vCard', '').name.formatted_name).toBe('?');
});
