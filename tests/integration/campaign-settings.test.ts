import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { CampaignSettings } from '@prosa/functions/platform/table/entities/campaign-settings.ts';
import { campaignSettingRowsSchema } from '@prosa/shared/contracts/campaign-settings.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

useTable();
let company: TestCompany;
beforeEach(async () => {
  company = await makeCompany();
});

const save = (settings: unknown, { token } = company.admin): Promise<Answer> =>
  call(campaigns, { to: 'POST /campaign-settings', token, body: { settings } });
const get = ({ token } = company.admin): Promise<Answer> =>
  call(campaigns, { to: 'GET /campaign-settings', token });
/** Returns the values of an answer's rows by key. */
const valuesOf = ({ body }: Answer): Record<string, unknown> =>
  Object.fromEntries(
    campaignSettingRowsSchema
      .parse(body)
      .map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]),
  );
const stored = () => company.table.get(CampaignSettings, {}, { consistent: true });
const pathsOf = ({ body }: Answer): string[] =>
  z
    .object({ details: z.array(z.object({ path: z.string() })) })
    .parse(body)
    .details.map(({ path }) => path);
const expectRefused = async (settings: object, path: string): Promise<void> => {
  const answer = await save(settings);
  expect(codeOf(answer), JSON.stringify(settings)).toEqual([400, 'ERR_VALIDATION']);
  expect(pathsOf(answer).join()).toContain(path);
};

/** As the specification lists them. */
const DEFAULTS = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  sabado: false,
  domingo: false,
  startHour: '09:00',
  endHour: '18:00',
  avoidNights: true,
};
const OPTIONS = {
  messageInterval: [0, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
  longerIntervalAfter: [0, 5, 10, 15, 20, 30, 40, 50, 60],
  greaterInterval: [0, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180],
};

describe('settings of campaigns', () => {
  it('a company without stored settings gets the defaults, one row for each key', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(valuesOf(answer)).toEqual(DEFAULTS);
    expect(campaignSettingRowsSchema.parse(answer.body).map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(await stored()).toBeUndefined();
  });

  it.each(Object.entries(OPTIONS))('%s takes every option, as a number and as text', async (key, options) => {
    for (const value of options) {
      for (const sent of [value, String(value)]) {
        const answer = await save({ [key]: sent });
        expect([answer.status, valuesOf(answer)[key]]).toEqual([200, value]);
      }
    }
    expect(valuesOf(await get())).toEqual({ ...DEFAULTS, [key]: options.at(-1) });
  });

  it.each([
    ['messageInterval', [1, 25, 140, -5, 5.5, 'abc', '', true, [20]]],
    ['longerIntervalAfter', [1, 25, 70, '070', {}]],
    ['greaterInterval', [10, 25, 190, '0x14']],
  ])('%s refuses other values', async (key, values) => {
    for (const value of values) await expectRefused({ [key]: value }, `body.settings.${key}`);
    expect(await stored()).toBeUndefined();
  });

  it('switches are booleans or words, hours are plain or JSON texts', async () => {
    const words = {
      sabado: 'true',
      domingo: '1',
      avoidNights: 'false',
      startHour: '"07:30"',
      endHour: '23:59',
    };
    expect(valuesOf(await save(words))).toMatchObject({
      sabado: true,
      domingo: true,
      avoidNights: false,
      startHour: '07:30',
      endHour: '23:59',
    });
    expect(valuesOf(await save({ sabado: false, domingo: false, avoidNights: true }))).toMatchObject({
      sabado: false,
      domingo: false,
      avoidNights: true,
    });
    for (const key of ['sabado', 'domingo', 'avoidNights'])
      for (const value of ['sim', 2, [], 'enabled'])
        await expectRefused({ [key]: value }, `body.settings.${key}`);
    for (const key of ['startHour', 'endHour'])
      for (const value of ['9:00', '24:00', '09:60', '', 'x'.repeat(9), 900])
        await expectRefused({ [key]: value }, `body.settings.${key}`);
  });

  it('the end of the hours must be after the start, also if only one is sent', async () => {
    await expectRefused({ startHour: '18:00' }, 'body.settings.startHour');
    await expectRefused({ endHour: '08:59' }, 'body.settings.endHour');
    await expectRefused({ startHour: '20:00', endHour: '20:00' }, 'body.settings.endHour');
    expect((await save({ startHour: '18:00', endHour: '18:01' })).status).toBe(200);
  });

  it('variables are a list or its JSON text, in their order', async () => {
    const variables = [
      { key: 'cupom_10', value: 'NATAL "10"' },
      { key: 'Loja', value: 'Rua das Flores, 12\nCentro' },
    ];
    expect(valuesOf(await save({ variables }))).toMatchObject({ variables });
    expect(valuesOf(await save({ variables: [] }))).toMatchObject({ variables: [] });
    expect(valuesOf(await save({ variables: JSON.stringify(variables) }))).toMatchObject({ variables });
    expect(await stored()).toMatchObject({ variables });
  });

  it.each([
    ['an empty key', [{ key: '', value: 'a' }]],
    ['a key with an accent', [{ key: 'promoção', value: 'a' }]],
    ['a key with a space', [{ key: 'meu cupom', value: 'a' }]],
    ['a key with braces', [{ key: '{cupom}', value: 'a' }]],
    ['a key of 31 characters', [{ key: 'k'.repeat(31), value: 'a' }]],
    ['an empty value', [{ key: 'cupom', value: '' }]],
    ['a value of 501 characters', [{ key: 'cupom', value: 'v'.repeat(501) }]],
    ['a key of the receiver', [{ key: 'nome', value: 'a' }]],
    ['another key of the receiver', [{ key: 'email', value: 'a' }]],
    ['a key of the receiver in capitals', [{ key: 'NUMERO', value: 'a' }]],
    ['a repeated key', ['a', 'A'].map((key) => ({ key, value: 'a' }))],
    ['21 variables', Array.from({ length: 21 }, (_, nth) => ({ key: `k${nth}`, value: 'a' }))],
    ['a variable without a key', [{ value: 'a' }]],
    ['a text that is no JSON', 'cupom'],
    ['JSON that is no list', '{"key":"a","value":"b"}'],
    ['a text of 50 kB', `[${' '.repeat(50_000)}]`],
  ])('variables refuse %s', async (_what, variables) => {
    await expectRefused({ variables }, 'body.settings.variables');
    expect(await stored()).toBeUndefined();
  });

  it('20 variables with the longest keys and values are kept', async () => {
    const variables = Array.from({ length: 20 }, (_, nth) => ({
      key: `${'k'.repeat(28)}${String(nth).padStart(2, '0')}`,
      value: 'ã"'.repeat(250),
    }));
    expect((await save({ variables: JSON.stringify(variables) })).status).toBe(200);
    expect(valuesOf(await get())).toEqual({ ...DEFAULTS, variables });
  });

  it('unknown settings are refused, and nothing is stored', async () => {
    for (const key of ['messageIntervalS', 'openHour', 'companyId', 'constructorr'])
      await expectRefused({ messageInterval: 30, [key]: 5 }, 'body.settings');
    expect(codeOf(await save(undefined))).toEqual([400, 'ERR_VALIDATION']);
    expect(codeOf(await save([]))).toEqual([400, 'ERR_VALIDATION']);
    expect(await stored()).toBeUndefined();
  });

  it('what is left out or null stays', async () => {
    await save({ messageInterval: 40, sabado: true });
    const answer = await save({ greaterInterval: 0, messageInterval: null, sabado: null });
    expect(valuesOf(answer)).toEqual({ ...DEFAULTS, messageInterval: 40, sabado: true, greaterInterval: 0 });
    expect(valuesOf(await save({}))).toEqual(valuesOf(answer));
  });

  it('simultaneous changes of different settings are all kept', async () => {
    const changes = {
      messageInterval: 5,
      longerIntervalAfter: 10,
      greaterInterval: 30,
      sabado: true,
      domingo: true,
      startHour: '08:00',
      endHour: '19:00',
      avoidNights: false,
    };
    const answers = await Promise.all(
      Object.entries(changes).map((change) => save(Object.fromEntries([change]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(valuesOf(await get())).toEqual({ ...DEFAULTS, ...changes });
    expect((await stored())?.version).toBe(answers.length);
  });

  it('simultaneous moves of the start and of the end never leave an end before the start', async () => {
    const answers = await Promise.all([save({ startHour: '17:00' }), save({ endHour: '10:00' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { startHour, endHour } = valuesOf(await get());
    expect(String(startHour) < String(endHour)).toBe(true);
  });

  it('S-17: a company reads and changes only its own', async () => {
    const other = await makeCompany();
    await save({ messageInterval: 5 });
    expect(valuesOf(await get(other.admin))).toEqual(DEFAULTS);
    await save({ messageInterval: 120 }, other.admin);
    expect(valuesOf(await get())).toMatchObject({ messageInterval: 5 });
    expect(valuesOf(await get(other.admin))).toMatchObject({ messageInterval: 120 });
  });

  it('S-16, S-25: attendants and companies whose plan lacks campaigns are refused', async () => {
    const attendant = await company.addUser({ allowConnections: true });
    const poor = await makeCompany({ plan: { without: ['useCampaigns'] } });
    for (const [person, code] of [
      [attendant, 'ERR_NO_PERMISSION'],
      [poor.admin, 'ERR_PLAN_FEATURE'],
    ] as const)
      for (const answer of [await get(person), await save({ messageInterval: 5 }, person)])
        expect(codeOf(answer)).toEqual([403, code]);
    expect(await stored()).toBeUndefined();
  });
});
