import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { ApiError, fieldProblems } from '../../lib/api/api-error.ts';
import { assistantFormSchema, inWords, valuesOf, withExistingQueues } from './assistant-form.ts';

// Cast: the tests need the keys of texts, not their translation.
const t = ((key: string) => key) as TFunction<'assistants'>;
const AT = '2026-11-20T12:00:00.000Z';
const PROMPT = 'Você atende os contatos de uma padaria. Responda em uma frase, com gentileza.';
const STORED: AssistantView = {
  ...{ companyId: 2, id: 3, name: 'Recepção', prompt: PROMPT, baseUrl: 'https://modelos.example/v1' },
  ...{ model: 'modelo-1', apiKey: '', apiKeyLast4: 'x9Qa', maxTokens: 300, temperature: 0.2, maxMessages: 5 },
  ...{ transcriptionModel: '', voice: 'pt-BR-YaraNeural', voiceKey: '', voiceKeyLast4: 'k2k2' },
  ...{
    voiceRegion: 'brazilsouth',
    queueId: 4,
    queueIds: [5, 6],
    monthlyTokens: 1000,
    disclosure: 'Sou uma IA.',
    knowledge: ['files'],
  },
  ...{ createdAt: AT, updatedAt: AT, version: 7, queue: { id: 4, name: 'Vendas', color: '#39ACE7' } },
  usage: { month: '2026-11', tokens: 0, answers: 0 },
  pausedUntil: null,
};
const problemsOf = (fields: object, before: AssistantView | null = null) => {
  const { error } = assistantFormSchema(t, before).safeParse({ ...valuesOf(before), ...fields });
  return (error?.issues ?? []).map(({ path, message, ...issue }) => [
    path.join('.'),
    'params' in issue ? 'missing' : message,
  ]);
};
const FILLED = { name: 'Recepção', prompt: PROMPT, queueId: 4, apiKey: 'sk-0123456789abcdef' };

describe('the form of an assistant', () => {
  it('starts with the documented defaults, and with no queue', () => {
    expect(valuesOf(null)).toMatchObject({
      ...{ name: '', prompt: '', queueId: null, queueIds: [], voice: 'texto' },
      ...{ maxTokens: 100, temperature: 1, maxMessages: 10, monthlyTokens: 0 },
      ...{ baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o-mini', transcriptionModel: 'whisper-1' },
    });
  });

  it('is complete with a name, instructions, a queue and a key', () => {
    expect(problemsOf(FILLED)).toEqual([]);
  });

  it('names the missing queue and the missing key at once, each at its field', () => {
    expect(problemsOf({ ...FILLED, queueId: null, apiKey: '' })).toEqual([
      ['queueId', 'problem.queue'],
      ['apiKey', 'missing'],
    ]);
  });

  it.each(['maxTokens', 'temperature', 'maxMessages'])(
    'requires %s, although the API has a default',
    (field) => {
      expect(problemsOf({ ...FILLED, [field]: null })).toEqual([[field, 'missing']]);
    },
  );

  it.each([
    ['name', 'Robô'],
    ['prompt', 'Responda com gentileza.'],
    ['maxTokens', 9],
    ['maxTokens', 4001],
    ['temperature', 2.1],
    ['maxMessages', 51],
    ['monthlyTokens', -1],
    ['voiceRegion', 'Brazil South'],
  ])('refuses %s %j', (field, value) => {
    expect(problemsOf({ ...FILLED, [field]: value }).map(([path]) => path)).toEqual([field]);
  });

  it('explains an address without protocol, and requires a model', () => {
    expect(problemsOf({ ...FILLED, baseUrl: 'api.example.com' })).toEqual([
      ['baseUrl', 'problem.errorAddress'],
    ]);
    expect(problemsOf({ ...FILLED, model: '' })).toEqual([['model', 'missing']]);
  });

  it('S-56: keeps stored keys while their fields are empty, but not for another address or region', () => {
    expect(problemsOf({}, STORED)).toEqual([]);
    expect(problemsOf({ baseUrl: 'https://outro.example/v1' }, STORED)).toEqual([['apiKey', 'missing']]);
    expect(problemsOf({ voiceRegion: 'eastus' }, STORED)).toEqual([['voiceKey', 'missing']]);
    expect(problemsOf({ voice: 'texto', voiceRegion: '' }, STORED)).toEqual([]);
  });

  it('starts with every stored value, and without a deleted queue', () => {
    const { apiKeyLast4: _last4, queue: _queue, usage: _usage, pausedUntil: _pause, ...rest } = STORED;
    const {
      companyId: _company,
      id: _id,
      voiceKeyLast4: _voice,
      createdAt,
      updatedAt,
      version,
      ...fields
    } = rest;
    expect(valuesOf(STORED)).toEqual(fields);
    expect([createdAt, updatedAt, version]).toEqual([AT, AT, 7]);
    expect(valuesOf({ ...STORED, queue: null }).queueId).toBeNull();
  });

  it('sends no deleted queue of the further ones', () => {
    const { data } = assistantFormSchema(t, STORED).safeParse(valuesOf(STORED));
    if (data === undefined) throw new Error('the stored assistant is invalid');
    expect(withExistingQueues(data, [{ id: 4 }, { id: 6 }]).queueIds).toEqual([6]);
    expect(withExistingQueues(data, undefined).queueIds).toEqual([5, 6]);
  });

  it("replaces the names of the server's rules by texts, and keeps other errors", () => {
    const details = [{ path: 'body.apiKey', message: 'errorRequired' }];
    const refused = new ApiError({ code: 'ERR_VALIDATION', status: 400, details });
    expect(fieldProblems(inWords(refused, t))).toEqual([
      { path: 'apiKey', message: 'problem.errorRequired' },
    ]);
    const other = new ApiError({ code: 'ERR_CONFLICT', status: 409 });
    expect(inWords(other, t)).toBe(other);
  });
});
