import type { IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import { INTEGRATION_TYPES, type IntegrationType } from '@prosa/shared/entities/integration.ts';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { ApiError, fieldProblems } from '../../lib/api/api-error.ts';
import { integrationFormSchema, inWords, isTestAddress, valuesOf } from './integration-form.ts';

// Cast: the tests need the keys of texts, not their translation.
const t = ((key: string) => key) as TFunction<'integrations'>;
const AT = '2026-11-20T12:00:00.000Z';
const KEY_FILE = JSON.stringify({ client_email: 'bot@example.iam', private_key: 'pem' });
const stored = (type: IntegrationType, fields: Partial<IntegrationView> = {}): IntegrationView => ({
  ...{ companyId: 2, id: 3, name: 'Vendas', type, urlN8N: '', projectName: '', language: 'pt-BR' },
  ...{ typebotSlug: '', typebotExpires: 1, typebotDelayMessage: 1000, typebotKeywordFinish: '' },
  ...{ typebotKeywordRestart: '', typebotRestartMessage: '', typebotUnknownMessage: '', flowId: null },
  ...{ jsonContent: '', credentialsHint: '', signingSecretLast4: '', pausedUntil: null },
  ...{ createdAt: AT, updatedAt: AT, version: 1, ...fields },
});
const problemsOf = (fields: object, before: IntegrationView | null = null) => {
  const { error } = integrationFormSchema(t, before).safeParse({
    ...valuesOf(before),
    name: 'Vendas',
    ...fields,
  });
  return (error?.issues ?? []).map(({ path, message, ...issue }) => [
    path.join('.'),
    'params' in issue ? 'missing' : message,
  ]);
};

describe('the form of an integration', () => {
  it.each([
    [
      'dialogflow',
      [
        ['projectName', 'missing'],
        ['jsonContent', 'missing'],
      ],
    ],
    ['n8n', [['urlN8N', 'missing']]],
    ['webhook', [['urlN8N', 'missing']]],
    [
      'typebot',
      [
        ['urlN8N', 'missing'],
        ['typebotSlug', 'missing'],
      ],
    ],
    ['flowbuilder', [['flowId', 'missing']]],
  ] as const)('of the type %s requires only the fields of that type', (type, missing) => {
    expect(problemsOf({ type })).toEqual(missing);
  });

  it('explains an address without protocol, one with a path where only its beginning fits, and another file', () => {
    expect(problemsOf({ type: 'webhook', urlN8N: 'crm.example.com' })).toEqual([
      ['urlN8N', 'problem.errorAddress'],
    ]);
    expect(
      problemsOf({ type: 'typebot', urlN8N: 'https://bot.example.com/vendas', typebotSlug: 'vendas' }),
    ).toEqual([['urlN8N', 'problem.errorOrigin']]);
    expect(problemsOf({ type: 'dialogflow', projectName: 'loja', jsonContent: '{"a":1}' })).toEqual([
      ['jsonContent', 'problem.errorKeyFile'],
    ]);
    expect(problemsOf({ type: 'dialogflow', projectName: 'loja', jsonContent: KEY_FILE })).toEqual([]);
  });

  it('keeps the stored key file when none is entered', () => {
    const before = stored('dialogflow', { projectName: 'loja', credentialsHint: 'bot@example.iam' });
    expect(problemsOf({}, before)).toEqual([]);
  });

  it.each(INTEGRATION_TYPES)('starts with every stored value of the type %s', (type) => {
    const before = stored(type, { urlN8N: 'https://a.example.com', typebotExpires: 0, flowId: 7 });
    expect(valuesOf(before)).toMatchObject({
      ...{ name: 'Vendas', type, urlN8N: 'https://a.example.com', typebotExpires: 0, flowId: 7 },
    });
    expect(valuesOf(before)).not.toHaveProperty('version');
  });

  it('starts with the documented defaults', () => {
    expect(valuesOf(null)).toMatchObject({ typebotDelayMessage: 1000, typebotExpires: 1, language: 'pt-BR' });
  });

  it("replaces the names of the server's rules by texts, and keeps other errors", () => {
    const details = [
      { path: 'body.urlN8N', message: 'errorAddress' },
      { path: 'body.name', message: 'too short' },
    ];
    const refused = new ApiError({ code: 'ERR_VALIDATION', status: 400, details });
    expect(fieldProblems(inWords(refused, t))).toEqual([
      { path: 'urlN8N', message: 'problem.errorAddress' },
      { path: 'name', message: 'too short' },
    ]);
    const other = new ApiError({ code: 'ERR_CONFLICT', status: 409 });
    expect(inWords(other, t)).toBe(other);
  });

  it('recognises an address of n8n that works only during a test', () => {
    expect(isTestAddress('https://n8n.example.com/webhook-test/abc')).toBe(true);
    expect(isTestAddress('https://n8n.example.com/webhook/abc')).toBe(false);
  });
});
