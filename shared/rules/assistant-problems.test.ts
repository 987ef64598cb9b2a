import { describe, expect, it } from 'vitest';
import { assistantRoutes } from '../contracts/assistants.ts';
import { apiAddress, assistantProblems } from './assistant-problems.ts';

const FINE = {
  name: 'Atendente',
  prompt: 'Você atende clientes de uma padaria. Responda em uma frase, com gentileza.',
  apiKey: 'sk-0123456789abcdef',
  queueId: 1,
};
const STORED = {
  baseUrl: 'https://api.openai.com/v1',
  apiKeyLast4: 'cdef',
  voiceRegion: 'brazilsouth',
  voiceKeyLast4: 'f9a0',
};
const SPEAKS = { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth' };
const problemsOf = (fields: object, before: typeof STORED | undefined = undefined) =>
  assistantProblems(assistantRoutes.create.body.parse({ ...FINE, ...fields }), {
    mayCall: ({ protocol }) => protocol === 'https:',
    before,
  }).map(({ field, problem }) => [field, problem]);

describe('an assistant', () => {
  it.each([
    [{}],
    [{ baseUrl: null, model: null, voice: null }],
    [{ baseUrl: 'https://modelos.example/api/v1/' }],
    [{ ...SPEAKS, voiceKey: 'a0b1c2d3e4' }],
    // Written answers need nothing of a voice.
    [{ voiceRegion: 'brazilsouth' }],
  ])('%j is complete', (fields) => {
    expect(problemsOf(fields)).toEqual([]);
  });

  it.each([
    [{ baseUrl: '' }, [['baseUrl', 'errorAddress']]],
    [{ baseUrl: 'api.openai.com/v1' }, [['baseUrl', 'errorAddress']]],
    [{ baseUrl: 'http://modelos.example/v1' }, [['baseUrl', 'errorAddress']]],
    [{ baseUrl: 'https://modelos.example/v1?version=2' }, [['baseUrl', 'errorAddress']]],
    [{ baseUrl: 'https://modelos.example/v1#chat' }, [['baseUrl', 'errorAddress']]],
    [{ model: ' ' }, [['model', 'errorRequired']]],
    [{ apiKey: '' }, [['apiKey', 'errorRequired']]],
    [
      { voice: 'pt-BR-YaraNeural' },
      [
        ['voiceKey', 'errorRequired'],
        ['voiceRegion', 'errorRequired'],
      ],
    ],
    [SPEAKS, [['voiceKey', 'errorRequired']]],
  ])('%j is not', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems);
  });

  it('S-56: keeps a key only for the address and the region for which it was given', () => {
    expect(problemsOf({ ...SPEAKS, apiKey: '' }, STORED)).toEqual([]);
    expect(problemsOf({ ...SPEAKS, apiKey: '', baseUrl: `${STORED.baseUrl}/` }, STORED)).toEqual([]);
    expect(problemsOf({ apiKey: '', baseUrl: 'https://modelos.example/v1' }, STORED)).toEqual([
      ['apiKey', 'errorRequired'],
    ]);
    expect(problemsOf({ ...SPEAKS, voiceRegion: 'eastus' }, STORED)).toEqual([['voiceKey', 'errorRequired']]);
    expect(problemsOf({ apiKey: '' }, { ...STORED, apiKeyLast4: '' })).toEqual([['apiKey', 'errorRequired']]);
  });
});

it('an address is stored without slashes at its end', () => {
  expect(apiAddress('https://modelos.example/v1//')).toBe('https://modelos.example/v1');
});
