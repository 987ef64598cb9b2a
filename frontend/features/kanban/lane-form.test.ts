import type { TFunction } from 'i18next';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import texts from '../../locales/pt/kanban.json' with { type: 'json' };
import { laneBody, laneFormSchema } from './lane-form.ts';

let t: TFunction<'kanban'>;
beforeAll(async () => {
  const i18n = createInstance();
  await i18n.init({ lng: 'pt', resources: { pt: { kanban: texts } } });
  t = i18n.getFixedT('pt', 'kanban');
});

const lanes = [
  { id: 1, timeLane: 24, nextLaneId: 2 },
  { id: 2, timeLane: 24, nextLaneId: null },
];
const filled = {
  name: 'Proposta',
  color: '#8E24AA',
  timeLane: 0,
  nextLaneId: null,
  rollbackLaneId: null,
  greetingMessageLane: '',
};
const problems = (id: number | null, change: object) =>
  laneFormSchema(id, lanes, t)
    .safeParse({ ...filled, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the form of a column', () => {
  it('requires a name of three characters', () => {
    expect(problems(null, { name: ' ' })).toEqual(['name: Obrigatório']);
    expect(problems(null, { name: 'Ok ' })).toEqual(['name: Mensagem muito curta']);
    expect(problems(null, {})).toBeUndefined();
  });

  it('says which next column would lead tickets back without end', () => {
    expect(problems(2, { timeLane: 1, nextLaneId: 1 })).toEqual([`nextLaneId: ${texts.field.loop}`]);
    expect(problems(2, { timeLane: 0, nextLaneId: 1 })).toBeUndefined();
    expect(problems(null, { timeLane: 1, nextLaneId: 1 })).toBeUndefined();
  });

  it('is saved as a column', () => {
    expect(laneBody(filled)).toEqual({ ...filled, kanban: 1 });
  });
});
