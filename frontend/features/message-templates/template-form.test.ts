import {
  type MessageTemplateView,
  messageTemplateRoutes,
} from '@prosa/shared/contracts/message-templates.ts';
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../locales/pt/common.json' with { type: 'json' };
import texts from '../../locales/pt/message-templates.json' with { type: 'json' };
import {
  cleanName,
  editObstacle,
  emptyButton,
  fieldsOf,
  newTemplateFields,
  nextVariable,
  sampleOf,
  type TemplateFields,
  templateBody,
  templateFormSchema,
} from './template-form.ts';

let t: TFunction<['message-templates', 'common']>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'pt', resources: { pt: { common, 'message-templates': texts } } });
  t = i18n.getFixedT('pt', ['message-templates', 'common']);
});

const VALID = { ...newTemplateFields('pt_BR'), name: 'order', body: 'Seu pedido saiu.' };
const problemsOf = (fields: Partial<TemplateFields>) => {
  const { error } = templateFormSchema(t).safeParse({ ...VALID, ...fields });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

const TEMPLATE: MessageTemplateView = {
  id: '1',
  name: 'order',
  language: 'pt_BR',
  category: 'MARKETING',
  status: 'APPROVED',
  quality: 'GREEN',
  rejectedReason: '',
  header: { kind: 'text', text: 'Pedido {{1}}' },
  body: 'Oi, {{1}}!',
  footer: 'Loja',
  buttons: [
    { kind: 'reply', text: 'Falar' },
    { kind: 'url', text: 'Ver', url: 'https://loja.example/{{1}}' },
    { kind: 'call', text: 'Ligar', number: '+551140000001' },
  ],
  examples: { header: '77', body: { 1: 'Ana' }, buttons: { 1: '77' } },
  isSendable: true,
  changedAt: '2026-11-26T12:00:00.000Z',
};

describe('name of a template', () => {
  it('becomes lower-case with underscores and without accents while it is typed', () => {
    expect(cleanName('Pedido enviado')).toBe('pedido_enviado');
    expect(cleanName('Promoção – 20%')).toBe('promocao_20_');
    expect(cleanName('SİPARİŞ ALINDI')).toBe('siparis_alindi');
    expect(cleanName('a'.repeat(600))).toHaveLength(512);
  });
});

describe('variables of a template', () => {
  it('continue the numbers, or the names, of the text', () => {
    expect(nextVariable('')).toBe('1');
    expect(nextVariable('{{1}} e {{2}}')).toBe('3');
    expect(nextVariable('{{name}}')).toBe('value_1');
    expect(nextVariable('{{name}} {{value_1}}')).toBe('value_2');
  });

  it('are all numbers without a gap, or all names, and each has an example', () => {
    expect(problemsOf({ body: 'Oi, {{1}}' })).toEqual(['examples.1: Obrigatório']);
    expect(problemsOf({ body: 'Oi, {{1}}', examples: { 1: 'Ana' } })).toEqual([]);
    expect(problemsOf({ body: '{{2}} oi' })).toEqual([`body: ${texts.problem.gap}`]);
    expect(problemsOf({ body: '{{1}} {{name}}' })).toEqual([`body: ${texts.problem.mixed}`]);
    expect(problemsOf({ body: 'Oi, {{Nome}}' })).toEqual([`body: ${texts.problem.braces}`]);
  });

  it('are at most one in the header', () => {
    const header = { ...VALID.header, kind: 'text' as const, text: '{{1}} {{2}}' };
    expect(problemsOf({ header })).toEqual([`header.text: ${texts.problem.oneVariable}`]);
    expect(problemsOf({ header: { ...header, text: '{{1}}' } })).toEqual(['header.example: Obrigatório']);
    expect(problemsOf({ header: { ...header, text: '' } })).toEqual(['header.text: Obrigatório']);
  });
});

describe('a file in the header of a template', () => {
  const picture = new File(['x'], 'sol.png', { type: 'image/png' });
  const header = { ...VALID.header, kind: 'image' as const };
  const chosen = { ...header, files: { ...header.files, image: picture } };

  it('needs an example of its own kind', () => {
    expect(problemsOf({ header })).toEqual(['header.files.image: Obrigatório']);
    expect(problemsOf({ header: chosen })).toEqual([]);
    expect(problemsOf({ header: { ...chosen, kind: 'video' } })).toEqual(['header.files.video: Obrigatório']);
  });

  it('is sent by the key of the uploaded example', () => {
    const fields = { ...VALID, header: chosen };
    expect(sampleOf(fields)).toBe(picture);
    const body = templateBody(fields, 'pending/t/1/a');
    expect(body).toMatchObject({ header: { kind: 'image', mediaKey: 'pending/t/1/a' } });
    expect(messageTemplateRoutes.update.body.safeParse({ whatsappId: 1, ...body }).success).toBe(true);
    expect(sampleOf({ ...fields, header: { ...chosen, kind: 'text' } })).toBeNull();
  });

  it('has to be chosen again for an edit', () => {
    const fields = fieldsOf({ ...TEMPLATE, header: { kind: 'document' } });
    expect(problemsOf({ header: fields.header })).toEqual(['header.files.document: Obrigatório']);
  });
});

describe('buttons of a template', () => {
  it('need a text, and an address, a number or an example by their kind', () => {
    expect(problemsOf({ buttons: [emptyButton('reply')] })).toEqual(['buttons.0.text: Obrigatório']);
    expect(problemsOf({ buttons: [emptyButton('copy')] })).toEqual(['buttons.0.example: Obrigatório']);
    expect(problemsOf({ buttons: [{ ...emptyButton('call'), text: 'Ligar', value: '1a' }] })).toEqual([
      `buttons.0.value: ${texts.problem.number}`,
    ]);
  });

  it('open a web address that ends in one variable at most', () => {
    const addressed = (value: string) =>
      problemsOf({ buttons: [{ ...emptyButton('url'), text: 'Ver', value, example: '7' }] });
    expect(addressed('https://loja.example')).toEqual([]);
    expect(addressed('https://loja.example/{{1}}')).toEqual([]);
    const wrong = [`buttons.0.value: ${texts.problem.address}`];
    expect(addressed('javascript:alert(1)')).toEqual(wrong);
    expect(addressed('https://loja.example/{{1}}/x')).toEqual(wrong);
    expect(addressed('https://{{1}}/{{2}}')).toEqual(wrong);
  });
});

describe('an edited template', () => {
  it('keeps every part and example', () => {
    expect(templateBody(fieldsOf(TEMPLATE), '')).toEqual({
      category: TEMPLATE.category,
      header: TEMPLATE.header,
      body: TEMPLATE.body,
      footer: TEMPLATE.footer,
      buttons: TEMPLATE.buttons,
      examples: TEMPLATE.examples,
    });
  });

  it('sends no examples of variables that the text no longer has', () => {
    const fields = { ...fieldsOf(TEMPLATE), body: 'Oi!', header: { ...VALID.header, example: '77' } };
    expect(templateBody(fields, '').examples).toEqual({ header: '', body: {}, buttons: { 1: '77' } });
  });

  it('is a body that the contract takes', () => {
    const body = { whatsappId: 1, ...templateBody(fieldsOf(TEMPLATE), '') };
    expect(messageTemplateRoutes.update.body.safeParse(body).success).toBe(true);
  });

  it('is neither in review nor has parts that the form lacks', () => {
    expect(editObstacle(TEMPLATE)).toBeNull();
    expect(editObstacle({ ...TEMPLATE, status: 'PENDING' })).toBe('status');
    expect(editObstacle({ ...TEMPLATE, isSendable: false })).toBe('parts');
    expect(editObstacle({ ...TEMPLATE, header: { kind: 'image' } })).toBeNull();
    expect(editObstacle({ ...TEMPLATE, header: { kind: 'location' } })).toBe('parts');
  });
});
