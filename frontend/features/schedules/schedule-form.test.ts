import type { TFunction } from 'i18next';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { instantOfLocal } from '../../lib/texts/local-time.ts';
import texts from '../../locales/pt/schedules.json' with { type: 'json' };
import { bodyOf, newScheduleFields, scheduleFormSchema } from './schedule-form.ts';

const NOW_MS = Date.parse('2026-11-22T12:00:00.000Z');
let t: TFunction<'schedules'>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'pt', resources: { pt: { schedules: texts } } });
  t = i18n.getFixedT('pt', 'schedules');
});

const filled = { contactId: 4, body: 'Até logo', sendAt: '2026-11-23T09:00' };
const problemsOf = (fields: object) => {
  const { error } = scheduleFormSchema(t).safeParse({ ...newScheduleFields(NOW_MS, {}), ...fields });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schedule form', () => {
  it('is valid with a contact, a text and a time', () => {
    expect(problemsOf(filled)).toEqual([]);
    expect(problemsOf({ ...filled, openTicket: true, statusTicket: 'closed' })).toEqual([]);
    expect(problemsOf({ ...filled, openTicket: true, statusTicket: 'open', queueId: 2 })).toEqual([]);
  });

  it('starts with one send in one hour, in days and on any day', () => {
    const fields = newScheduleFields(NOW_MS, {});
    expect(instantOfLocal(fields.sendAt ?? '')).toBe('2026-11-22T13:00:00.000Z');
    expect(fields).toMatchObject({ intervalo: 1, tipoDias: 4, enviarQuantasVezes: 1 });
  });

  it.each([
    [{ ...filled, body: '' }, 'body: Obrigatório'],
    [{ ...filled, body: '   ' }, 'body: Obrigatório'],
    [{ ...filled, body: 'Oi   ' }, 'body: Mensagem muito curta'],
    [{ ...filled, contactId: undefined }, 'contactId: Obrigatório'],
    [{ ...filled, sendAt: '' }, 'sendAt: Obrigatório'],
    [{ ...filled, openTicket: true, statusTicket: 'open' }, 'queueId: Obrigatório'],
  ])('reports the invalid field of %j', (fields, problem) => {
    expect(problemsOf(fields)).toEqual([problem]);
  });

  it('needs no text with a template, and sends neither text nor signature beside it', () => {
    const template = { name: 'pedido', language: 'pt_BR', values: { header: '', body: {}, buttons: {} } };
    const fields = { ...filled, body: 'Oi', assinar: true, template };
    expect(problemsOf(fields)).toEqual([]);
    const sent = scheduleFormSchema(t).parse({ ...newScheduleFields(NOW_MS, {}), ...fields });
    expect(bodyOf(sent)).toMatchObject({ body: '', assinar: false, template });
  });

  it('accepts only the known numbers for interval units and working-day rules', () => {
    for (const intervalo of [1, 2, 3, 4]) {
      const fields = { ...filled, intervalo, valorIntervalo: 2, enviarQuantasVezes: 3 };
      expect(problemsOf(fields)).toEqual([]);
      const sent = scheduleFormSchema(t).parse({ ...newScheduleFields(NOW_MS, {}), ...fields });
      expect(bodyOf(sent)).toMatchObject({
        intervalo,
        valorIntervalo: 2,
        enviarQuantasVezes: 3,
        tipoDias: 4,
      });
    }
    for (const tipoDias of [4, 5, 6]) expect(problemsOf({ ...filled, tipoDias })).toEqual([]);
    expect(problemsOf({ ...filled, intervalo: 5 })).toHaveLength(1);
    expect(problemsOf({ ...filled, tipoDias: 7 })).toHaveLength(1);
  });
});
