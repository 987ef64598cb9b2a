import type { TemplateExamples, TemplateParts } from '@prosa/shared/entities/message-template.ts';
import { describe, expect, it } from 'vitest';
import type { WritableParts } from '../driver.ts';
import { componentsFor, componentsSchema, isNamed, partsFrom } from './template-components.ts';

const parsed = (components: readonly unknown[]) => partsFrom(componentsSchema.parse(components));

const NUMBERED: WritableParts = {
  header: { kind: 'text', text: 'Pedido {{1}}' },
  body: 'Oi, {{1}}! Chegou na loja {{2}}.',
  footer: 'Loja Sol',
  buttons: [
    { kind: 'reply', text: 'Já vi' },
    { kind: 'url', text: 'Rastrear', url: 'https://loja.example/{{1}}' },
    { kind: 'call', text: 'Ligar', number: '+551140041000' },
  ],
};
const EXAMPLES: TemplateExamples = {
  header: '12',
  body: { '1': 'Maria', '2': 'Centro' },
  buttons: { '1': 'p/12' },
};
const NAMED: WritableParts = {
  header: { kind: 'text', text: 'Oi, {{name}}' },
  body: 'Desconto de {{discount}}',
  footer: '',
  buttons: [],
};

describe('components of a template', () => {
  it('numbered variables have examples in their order, and an address a whole example', () => {
    expect(componentsFor(NUMBERED, EXAMPLES)).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['12'] } },
      {
        type: 'BODY',
        text: 'Oi, {{1}}! Chegou na loja {{2}}.',
        example: { body_text: [['Maria', 'Centro']] },
      },
      { type: 'FOOTER', text: 'Loja Sol' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Já vi' },
          {
            type: 'URL',
            text: 'Rastrear',
            url: 'https://loja.example/{{1}}',
            example: ['https://loja.example/p/12'],
          },
          { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140041000' },
        ],
      },
    ]);
    expect(isNamed(NUMBERED)).toBe(false);
  });

  it('named variables have examples by their names', () => {
    expect(componentsFor(NAMED, { header: 'Maria', body: { discount: '20%' }, buttons: {} })).toEqual([
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Oi, {{name}}',
        example: { header_text_named_params: [{ param_name: 'name', example: 'Maria' }] },
      },
      {
        type: 'BODY',
        text: 'Desconto de {{discount}}',
        example: { body_text_named_params: [{ param_name: 'discount', example: '20%' }] },
      },
    ]);
    expect(isNamed(NAMED)).toBe(true);
  });

  it.each([
    ['image', 'IMAGE'],
    ['video', 'VIDEO'],
    ['document', 'DOCUMENT'],
  ] as const)(
    'the header of an %s names the uploaded example, and is read as it was written',
    (kind, format) => {
      const parts: WritableParts = { header: { kind }, body: 'Oi', footer: '', buttons: [] };
      const examples = { header: '', body: {}, buttons: {} };
      const components = componentsFor(parts, examples, '4::aW1hZ2U=:a');
      expect(components[0]).toEqual({
        type: 'HEADER',
        format,
        example: { header_handle: ['4::aW1hZ2U=:a'] },
      });
      expect(parsed(components)).toEqual({ parts, examples, isSendable: true });
    },
  );

  it.each([
    ['numbered', NUMBERED, EXAMPLES],
    ['named', NAMED, { header: 'Maria', body: { discount: '20%' }, buttons: {} }],
    [
      'constant',
      { header: { kind: 'none' }, body: 'Oi', footer: '', buttons: [{ kind: 'copy', text: '' }] },
      { header: '', body: {}, buttons: { '0': 'FESTA10' } },
    ],
  ] satisfies [string, TemplateParts, TemplateExamples][])(
    'a %s template is read as it was written',
    (_what, parts, examples) => {
      expect(parsed(componentsFor(parts, examples))).toEqual({ parts, examples, isSendable: true });
    },
  );

  it.each([
    [
      'component',
      [
        { type: 'BODY', text: 'Oi' },
        { type: 'CAROUSEL', cards: [] },
      ],
    ],
    [
      'header',
      [
        { type: 'HEADER', format: 'GIF' },
        { type: 'BODY', text: 'Oi' },
      ],
    ],
    [
      'button',
      [
        { type: 'BODY', text: 'Oi' },
        { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Abrir' }] },
      ],
    ],
  ])('an unknown %s makes the template unsendable, and its other parts are read', (_what, components) => {
    expect(parsed(components)).toMatchObject({ parts: { body: 'Oi' }, isSendable: false });
  });

  it('a template without a body cannot be sent', () => {
    expect(parsed([{ type: 'FOOTER', text: 'Oi' }])).toMatchObject({
      parts: { body: '' },
      isSendable: false,
    });
  });

  it('malformed examples and buttons are read as absent', () => {
    const body = { type: 'BODY', text: 'Oi, {{1}}', example: { body_text: 'Maria' } };
    const buttons = { type: 'BUTTONS', buttons: 'none' };
    expect(parsed([body, buttons])).toMatchObject({ parts: { buttons: [] }, examples: { body: {} } });
  });
});
