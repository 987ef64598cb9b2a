import { describe, expect, it } from 'vitest';
import { integrationRoutes } from '../contracts/integrations.ts';
import { integrationProblems, readKeyFile } from './integration-problems.ts';

const KEY_FILE = JSON.stringify({ client_email: 'robo@projeto.example', private_key: 'chave' });
const fine = { mayCall: (url: URL) => url.protocol === 'https:', hasKeyFile: false, typeBefore: undefined };
const problemsOf = (fields: object, world: Partial<Parameters<typeof integrationProblems>[1]> = {}) =>
  integrationProblems(integrationRoutes.create.body.parse({ name: 'Pedidos', ...fields }), {
    ...fine,
    ...world,
  });

describe('an integration', () => {
  it.each([
    [{ type: 'webhook', urlN8N: 'https://loja.example/a' }],
    [{ type: 'n8n', urlN8N: 'https://n8n.example/webhook-test/a' }],
    [{ type: 'typebot', urlN8N: 'https://bot.example/', typebotSlug: 'vendas' }],
    [{ type: 'dialogflow', projectName: 'projeto', jsonContent: KEY_FILE }],
    [{ type: 'flowbuilder', flowId: 3 }],
  ])('%j is complete', (fields) => {
    expect(problemsOf(fields)).toEqual([]);
  });

  it.each([
    [{ type: 'webhook', urlN8N: 'loja' }, ['errorAddress']],
    [{ type: 'n8n', urlN8N: 'http://loja.example/' }, ['errorAddress']],
    [{ type: 'typebot', urlN8N: 'https://bot.example/a' }, ['errorOrigin', 'errorSlug']],
    [{ type: 'typebot', urlN8N: 'https://bot.example/?a=1', typebotSlug: 'vendas' }, ['errorOrigin']],
    [{ type: 'dialogflow' }, ['errorProject', 'errorKeyFile']],
    [{ type: 'dialogflow', projectName: 'projeto', jsonContent: '[]' }, ['errorKeyFile']],
    [{ type: 'flowbuilder' }, ['errorFlow']],
  ])('%j is not', (fields, problems) => {
    expect(problemsOf(fields).map(({ problem }) => problem)).toEqual(problems);
  });

  it('keeps its key file and its type', () => {
    const agent = { type: 'dialogflow', projectName: 'projeto' };
    expect(problemsOf(agent, { hasKeyFile: true, typeBefore: 'dialogflow' })).toEqual([]);
    expect(problemsOf(agent, { hasKeyFile: true, typeBefore: 'n8n' })).toEqual([
      { field: 'type', problem: 'errorType' },
    ]);
  });
});

describe('a key file', () => {
  it('has an e-mail and a private key', () => {
    expect(readKeyFile(KEY_FILE)).toEqual({ clientEmail: 'robo@projeto.example', privateKey: 'chave' });
    for (const text of ['', 'null', '3', '{}', '{"client_email":"","private_key":"chave"}'])
      expect(readKeyFile(text), text).toBeUndefined();
  });
});
