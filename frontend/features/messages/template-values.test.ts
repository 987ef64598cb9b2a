import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import { describe, expect, it } from 'vitest';
import {
  awaitsAnswer,
  emptyFields,
  isFillable,
  type TemplateFields,
  templateValuesSchema,
} from './template-values.ts';

const template: MessageTemplateView = {
  id: '1',
  name: 'order',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'UNKNOWN',
  rejectedReason: '',
  header: { kind: 'image' },
  body: 'Oi, {{1}}! O pedido {{2}} saiu.',
  footer: '',
  buttons: [
    { kind: 'reply', text: 'Falar' },
    { kind: 'url', text: 'Ver', url: 'https://loja.example/{{1}}' },
  ],
  examples: { header: '', body: {}, buttons: {} },
  isSendable: true,
  changedAt: '2026-11-26T12:00:00.000Z',
};
const picture = new File(['x'], 'a.png', { type: 'image/png' });
const problemsOf = (fields: Partial<TemplateFields>, problem?: string): string[] => {
  const needs = needsOf(template);
  const schema = templateValuesSchema(needs, 'required', () => problem);
  const { error } = schema.safeParse({ ...emptyFields(needs), ...fields });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('values of a template', () => {
  it('start empty, and each one is required', () => {
    expect(emptyFields(needsOf(template))).toEqual({
      header: '',
      body: { 1: '', 2: '' },
      buttons: { 1: '' },
      file: 'keep',
    });
    expect(problemsOf({})).toEqual([
      'file: required',
      'body.1: required',
      'body.2: required',
      'buttons.1: required',
    ]);
    expect(problemsOf({ body: { 1: 'Ana', 2: ' ' }, buttons: { 1: '7' }, file: picture })).toEqual([
      'body.2: required',
    ]);
  });

  it('say why the channel does not take the file', () => {
    const values = { body: { 1: 'Ana', 2: '7' }, buttons: { 1: '7' }, file: picture };
    expect(problemsOf(values)).toEqual([]);
    expect(problemsOf(values, 'Até 5 MB')).toEqual(['file: Até 5 MB']);
  });

  it('cannot be given for a place or for parts that the system does not know', () => {
    expect(isFillable(template)).toBe(true);
    expect(isFillable({ ...template, isSendable: false })).toBe(false);
    expect(isFillable({ ...template, header: { kind: 'location' } })).toBe(false);
  });
});

describe('a template that waits for an answer', () => {
  const plain = { isPrivate: false, isDeleted: false, sendState: 'sent' as const, dataJson: null };
  const contact = { ...plain, fromMe: false };
  const sent = {
    ...plain,
    fromMe: true,
    dataJson: { kind: 'template', name: 'hi', language: 'pt', text: 'Oi' },
  };

  it('is the last one since the contact wrote, also before notes and other replies', () => {
    expect(awaitsAnswer([contact, sent])).toBe(true);
    expect(awaitsAnswer([sent, { ...plain, fromMe: true, isPrivate: true }])).toBe(true);
    expect(awaitsAnswer([sent, { ...plain, fromMe: true }])).toBe(true);
    expect(awaitsAnswer([sent, contact])).toBe(false);
    expect(awaitsAnswer([contact, { ...plain, fromMe: true }])).toBe(false);
  });

  it('is not one that failed or was deleted', () => {
    expect(awaitsAnswer([contact, { ...sent, sendState: 'failed' }])).toBe(false);
    expect(awaitsAnswer([contact, { ...sent, isDeleted: true }])).toBe(false);
  });
});
