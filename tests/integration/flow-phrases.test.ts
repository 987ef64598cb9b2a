import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import {
  type FlowPhraseView,
  flowPhraseRoutes,
  flowPhraseViewSchema,
} from '@prosa/shared/contracts/flow-phrases.ts';
import { flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import { FLOW_PHRASES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let flowId: number;
let whatsappId: number;
const ask = (to: string, body?: unknown, user: TestUser = company.admin) =>
  call(flows, { to, token: user.token, body });
const addFlow = async (name: string, user = company.admin): Promise<number> =>
  flowViewSchema.parse((await ask('POST /flowbuilder', { name }, user)).body).id;
beforeAll(async () => {
  company = await makeCompany();
  flowId = await addFlow('Promoções');
  whatsappId = await company.addConnection({ name: 'Loja' });
});

const create = async (body: object = {}): Promise<FlowPhraseView> => {
  const answer = await ask('POST /flowcampaign', { name: 'Natal', flowId, phrase: 'quero', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return flowPhraseViewSchema.parse(answer.body);
};
const phrasesInDirectory = async () =>
  (await requireDirectory(company.table.companyId ?? never())).flowPhrases;
const never = (): never => {
  throw new Error('no company');
};

describe('phrases that start flows', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const made = await create({ whatsappId, phrase: '  Quero a promoção ' });
    expect(made).toMatchObject({
      name: 'Natal',
      flowId,
      flow: { id: flowId, name: 'Promoções' },
      whatsappId,
      whatsapp: { id: whatsappId, name: 'Loja' },
      phrase: 'Quero a promoção',
      match: 'contains',
      status: true,
      companyId: company.id,
      version: 1,
    });
    expect((await ask(`GET /flowcampaign/${made.id}`)).body).toEqual({ details: made });
    const { flow: listed } = flowPhraseRoutes.listPhrases.response.parse(
      (await ask('GET /flowcampaign')).body,
    );
    expect(listed[0]).toEqual(made);
    const other = await addFlow('Outro');
    const changed = await ask('PUT /flowcampaign', {
      id: made.id,
      name: 'Páscoa',
      flowId: other,
      whatsappId: '',
      phrase: 'ovo',
      match: 'exact',
      status: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Páscoa',
        flow: { id: other, name: 'Outro' },
        whatsappId: null,
        whatsapp: null,
        phrase: 'ovo',
        match: 'exact',
        status: false,
        version: 2,
      },
    });
    expect((await ask(`DELETE /flowcampaign/${made.id}`)).status).toBe(200);
    for (const [to, body] of [
      [`GET /flowcampaign/${made.id}`],
      [`DELETE /flowcampaign/${made.id}`],
      ['PUT /flowcampaign', { id: made.id, name: 'Natal', flowId, phrase: 'quero' }],
    ] as const)
      expect(await ask(to, body), to).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_FLOW_PHRASE_FOUND' },
      });
  });

  it('are in the directory, so that the next message finds them', async () => {
    const before = await phrasesInDirectory();
    const { id } = await create({ phrase: 'quero comprar', match: 'exact' });
    expect(await phrasesInDirectory()).toHaveLength(before.length + 1);
    expect((await phrasesInDirectory()).find((phrase) => phrase.id === id)).toMatchObject({
      flowId,
      connectionId: null,
      phrase: 'quero comprar',
      match: 'exact',
      status: true,
    });
    await ask(`DELETE /flowcampaign/${id}`);
    expect(await phrasesInDirectory()).toHaveLength(before.length);
  });

  it('need a flow and a connection of the company', async () => {
    const own = await create();
    const other = await makeCompany();
    const foreign = await addFlow('Alheio', other.admin);
    for (const [fields, error] of [
      [{ flowId: 999_999 }, 'ERR_NO_FLOW_FOUND'],
      [{ flowId: foreign + 100_000 }, 'ERR_NO_FLOW_FOUND'],
      [{ whatsappId: 999_999 }, 'ERR_NO_WAPP_FOUND'],
    ] as const) {
      const body = { name: 'Natal', flowId, phrase: 'quero', ...fields };
      const refused = { status: 404, body: { error } };
      expect(await ask('POST /flowcampaign', body)).toMatchObject(refused);
      expect(await ask('PUT /flowcampaign', { id: own.id, ...body })).toMatchObject(refused);
    }
    expect((await ask(`GET /flowcampaign/${own.id}`)).body).toEqual({ details: own });
  });

  it.each([
    [{ name: 'a' }],
    [{ name: 'x'.repeat(51) }],
    [{ phrase: '' }],
    [{ phrase: '\u200b' }],
    [{ phrase: 'x'.repeat(256) }],
    [{ match: 'regex' }],
    [{ flowId: null }],
  ])('S-34 S-37: %j is refused', async (fields) => {
    const body = { name: 'Natal', flowId, phrase: 'quero', ...fields };
    expect((await ask('POST /flowcampaign', body)).status).toBe(400);
  });

  it('S-17: of another company are not found', async () => {
    const { id } = await create();
    const { admin } = await makeCompany();
    const theirs = await addFlow('Deles', admin);
    for (const [to, body] of [
      [`GET /flowcampaign/${id}`],
      ['PUT /flowcampaign', { id, name: 'Meu', flowId: theirs, phrase: 'meu' }],
      [`DELETE /flowcampaign/${id}`],
    ] as const)
      expect((await ask(to, body, admin)).status, to).toBe(404);
    expect((await ask('GET /flowcampaign', undefined, admin)).body).toEqual({ flow: [] });
  });

  it('S-15: are for administrators', async () => {
    const { id } = await create();
    const attendant = await company.addUser();
    for (const [to, body] of [
      ['GET /flowcampaign'],
      [`GET /flowcampaign/${id}`],
      ['POST /flowcampaign', { name: 'Natal', flowId, phrase: 'quero' }],
      [`DELETE /flowcampaign/${id}`],
    ] as const)
      expect((await ask(to, body, attendant)).status, to).toBe(403);
  });

  it(`are at most ${FLOW_PHRASES_MAX}`, async () => {
    const own = await makeCompany();
    const flow = await addFlow('Cheio', own.admin);
    const rows = Array.from({ length: FLOW_PHRASES_MAX - 1 }, (_none, index) => ({
      ...{ companyId: own.id, id: 1000 + index, name: `Antiga ${index}`, flowId: flow, phrase: `p${index}` },
    }));
    for (let start = 0; start < rows.length; start += 50)
      await commit(rows.slice(start, start + 50).map((row) => own.table.put(FlowPhrase, row, 'absent')));
    forgetDirectory(own.id);
    const body = { name: 'Última', flowId: flow, phrase: 'quero' };
    expect((await ask('POST /flowcampaign', body, own.admin)).status).toBe(201);
    expect(await ask('POST /flowcampaign', body, own.admin)).toMatchObject({
      status: 409,
      body: { error: 'ERR_FLOW_PHRASE_LIMIT', details: { maximum: FLOW_PHRASES_MAX } },
    });
  });
});

describe('a flow with a phrase', () => {
  it('is not removed until the phrase is', async () => {
    const used = await addFlow('Usado');
    const { id } = await create({ flowId: used, status: false });
    expect(await ask(`DELETE /flowbuilder/${used}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_FLOW_IN_USE', details: { uses: [{ kind: 'phrase', id, name: 'Natal' }] } },
    });
    await ask(`DELETE /flowcampaign/${id}`);
    expect((await ask(`DELETE /flowbuilder/${used}`)).status).toBe(200);
  });

  it('is either removed or started, never both, by simultaneous requests', async () => {
    for (let nth = 0; nth < 10; nth++) {
      const contested = await addFlow(`Disputado ${nth}`);
      const [removed, added] = await Promise.all([
        ask(`DELETE /flowbuilder/${contested}`),
        ask('POST /flowcampaign', { name: 'Natal', flowId: contested, phrase: 'quero' }),
      ]);
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([removed.status, added.status]);
    }
  });
});
