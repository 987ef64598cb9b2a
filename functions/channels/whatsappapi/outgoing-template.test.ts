import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { describe, expect, it } from 'vitest';
import { outgoingMessage } from './outgoing-message.ts';

type TemplateContent = Extract<OutboundContent, { kind: 'template' }>;

const content = (fields: Partial<TemplateContent> = {}): TemplateContent => ({
  kind: 'template',
  name: 'parcel',
  language: 'pt_BR',
  headerName: '',
  headerValue: '',
  parameters: [],
  buttonValues: [],
  header: '',
  text: 'Oi',
  footer: '',
  buttons: [],
  ...fields,
});
const named = { name: 'parcel', language: { code: 'pt_BR' } };

describe('a template in a message of the Cloud API', () => {
  it('without values has no components', () => {
    expect(outgoingMessage(content(), undefined)).toEqual({ type: 'template', template: named });
  });

  it('has the values of header, body and buttons in their order', () => {
    const filled = content({
      headerValue: '12',
      parameters: [
        { name: '', value: 'Ana' },
        { name: '', value: 'Centro' },
      ],
      buttonValues: [
        { index: 1, kind: 'url', value: 'p/12' },
        { index: 2, kind: 'copy', value: 'FESTA10' },
      ],
    });
    expect(outgoingMessage(filled, undefined)).toEqual({
      type: 'template',
      template: {
        ...named,
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '12' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ana' },
              { type: 'text', text: 'Centro' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'p/12' }] },
          {
            type: 'button',
            sub_type: 'copy_code',
            index: '2',
            parameters: [{ type: 'coupon_code', coupon_code: 'FESTA10' }],
          },
        ],
      },
    });
  });

  it('names the values of named variables', () => {
    const filled = content({
      headerName: 'name',
      headerValue: 'Ana',
      parameters: [{ name: 'discount', value: '20%' }],
    });
    expect(outgoingMessage(filled, undefined)).toMatchObject({
      template: {
        components: [
          { type: 'header', parameters: [{ type: 'text', parameter_name: 'name', text: 'Ana' }] },
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'discount', text: '20%' }] },
        ],
      },
    });
  });

  it('shows the uploaded file of its header', () => {
    const media = { kind: 'document', id: '77001', mimeType: 'application/pdf', fileName: 'a.pdf' } as const;
    expect(outgoingMessage(content(), media)).toMatchObject({
      template: {
        components: [
          {
            type: 'header',
            parameters: [{ type: 'document', document: { id: '77001', filename: 'a.pdf' } }],
          },
        ],
      },
    });
  });
});
