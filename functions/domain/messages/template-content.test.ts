import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import { describe, expect, it } from 'vitest';
import { templateContent } from './template-content.ts';

const template = (fields: Partial<MessageTemplate> = {}): MessageTemplate => ({
  companyId: 1,
  businessId: '10',
  id: '7',
  name: 'parcel',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'UNKNOWN',
  rejectedReason: '',
  header: { kind: 'text', text: 'Pedido {{1}}' },
  body: 'Oi, {{1}}! Chegou na loja {{2}}.',
  footer: 'Loja Sol',
  buttons: [
    { kind: 'reply', text: 'Já vi' },
    { kind: 'url', text: 'Rastrear', url: 'https://loja.example/{{1}}' },
    { kind: 'copy', text: 'Copiar' },
  ],
  examples: { header: '', body: {}, buttons: {} },
  isSendable: true,
  changedAt: '2026-11-26T10:00:00.000Z',
  newsAt: {},
  ...fields,
});
const values = {
  header: '12',
  body: { '1': 'Maria', '2': 'Centro' },
  buttons: { '1': 'p/12', '2': 'FESTA10' },
};
const refusal = (code: string, details: object) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) });

describe('the content of a template', () => {
  it('has the values in the order of their variables, and the parts as the contact reads them', () => {
    expect(templateContent(template(), values)).toEqual({
      kind: 'template',
      name: 'parcel',
      language: 'pt_BR',
      headerName: '',
      headerValue: '12',
      parameters: [
        { name: '', value: 'Maria' },
        { name: '', value: 'Centro' },
      ],
      buttonValues: [
        { index: 1, kind: 'url', value: 'p/12' },
        { index: 2, kind: 'copy', value: 'FESTA10' },
      ],
      header: 'Pedido 12',
      text: 'Oi, Maria! Chegou na loja Centro.',
      footer: 'Loja Sol',
      buttons: [
        { kind: 'reply', text: 'Já vi', value: '' },
        { kind: 'url', text: 'Rastrear', value: 'https://loja.example/p/12' },
        { kind: 'copy', text: 'Copiar', value: 'FESTA10' },
      ],
    });
  });

  it('names the variables that have names, and leaves out values that the template does not need', () => {
    const named = template({
      header: { kind: 'text', text: 'Oi, {{name}}' },
      body: 'Desconto de {{discount}}',
      footer: '',
      buttons: [],
    });
    const given = { header: 'Maria', body: { discount: '20%', other: 'x' }, buttons: { '0': 'x' } };
    expect(templateContent(named, given)).toMatchObject({
      headerName: 'name',
      headerValue: 'Maria',
      parameters: [{ name: 'discount', value: '20%' }],
      buttonValues: [],
    });
  });

  it.each([
    ['is under review', { status: 'PENDING' }],
    ['is paused', { status: 'PAUSED' }],
    ['has parts that we do not know', { isSendable: false }],
  ] as const)('is refused for a template that %s', (_what, fields) => {
    expect(() => templateContent(template(fields), values)).toThrow(refusal('ERR_TEMPLATE_STATE', fields));
  });

  it('is refused without a value, with the places that miss one', () => {
    const given = { header: ' ', body: { '1': 'Maria' }, buttons: { '2': '' } };
    expect(() => templateContent(template(), given)).toThrow(
      refusal('ERR_TEMPLATE_VALUES', { missing: ['header', 'body.2', 'buttons.1', 'buttons.2'] }),
    );
  });

  it('is refused for a header with a place', () => {
    expect(() => templateContent(template({ header: { kind: 'location' } }), values)).toThrow(
      refusal('ERR_TEMPLATE_VALUES', { missing: ['location'] }),
    );
  });

  it('is refused if an address is longer than a message may have', () => {
    const given = { ...values, buttons: { ...values.buttons, '1': 'x'.repeat(2000) } };
    expect(() => templateContent(template(), given)).toThrow(refusal('ERR_TEMPLATE_VALUES', { missing: [] }));
  });
});
