import { describe, expect, it } from 'vitest';
import { mayPass, readChat } from './chat-answer.ts';

const QUESTION = {
  queues: [
    { id: 5, name: 'Vendas' },
    { id: 6, name: 'Suporte' },
  ],
};
const ASKED = 'a'.repeat(400);
const body = (choice: object, rest: object = { usage: { total_tokens: 94 } }) =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', ...choice }], ...rest });
const said = (content: unknown, fields: object = {}) => body({ message: { content }, ...fields });
const read = (text: string, status = 200) => readChat({ status, text }, QUESTION, ASKED);
const calling = (name: string, given: unknown, fields: object = {}) =>
  body({
    message: {
      content: null,
      tool_calls: [{ id: '', type: 'function', function: { name, arguments: given } }],
      ...fields,
    },
  });

describe('the answer of a model', () => {
  it('is its text, with the tokens that it used', () => {
    expect(read(said(' Olá! \n'))).toEqual({ text: 'Olá!', handsOver: undefined, tokens: 94 });
  });
  it('may come in parts, and is kept if the limit of tokens ended it', () => {
    expect(
      read(
        said([
          { type: 'text', text: 'Um ' },
          { type: 'text', text: 'dois' },
        ]),
      ),
    ).toMatchObject({
      text: 'Um dois',
    });
    expect(read(said('Nós abrimos às', { finish_reason: 'length' }))).toMatchObject({
      text: 'Nós abrimos às',
    });
  });
  it('is cut at the end of a sentence, otherwise of a word, otherwise anywhere', () => {
    const sentence = `${'a'.repeat(3000)}.`;
    expect(read(said(`${sentence} ${'b '.repeat(900)}`))).toMatchObject({ text: sentence });
    const words = `${'a'.repeat(3990)} ${'b'.repeat(100)}`;
    expect(read(said(words))).toMatchObject({ text: 'a'.repeat(3990) });
    expect(read(said('c'.repeat(9000)))).toMatchObject({ text: 'c'.repeat(4000) });
  });
  it('adds up tokens that the server counts apart', () => {
    const usage = { usage: { prompt_tokens: 80, completion_tokens: 14 } };
    expect(read(body({ message: { content: 'Olá' } }, usage)).tokens).toBe(94);
  });
  it.each([{}, { usage: null }, { usage: {} }, { usage: { total_tokens: 0 } }])(
    'estimates the tokens of question and answer if the server counts none: %j',
    (usage) => {
      const text = body({ message: { content: 'Olá' } }, usage);
      expect(read(text).tokens).toBe(100 + Math.ceil(text.length / 4));
    },
  );
});

describe('a call of a tool', () => {
  it.each([
    ['a queue that it may choose', 'transfer_to_person', '{"queue":"Suporte"}', 6],
    ['the value instead of a text', 'transfer_to_person', { queue: 'Suporte' }, 6],
    ['a queue that it may not choose', 'transfer_to_person', '{"queue":"Diretoria"}', 5],
    ['broken arguments', 'transfer_to_person', '{"queue":"Sup', 5],
    ['no arguments', 'transfer_to_person', undefined, 5],
    ['other arguments', 'transfer_to_person', '[1]', 5],
    ['another tool', 'delete_everything', '{"queue":"Suporte"}', 5],
  ])('%s: gives the conversation to people', (_name, tool, given, queueId) => {
    expect(read(calling(tool, given))).toEqual({ text: '', handsOver: { queueId }, tokens: 94 });
  });
  it('with a text keeps both', () => {
    expect(read(calling('transfer_to_person', '{}', { content: 'Já chamo alguém.' }))).toMatchObject({
      text: 'Já chamo alguém.',
      handsOver: { queueId: 5 },
    });
  });
  it('without queues gives it to those of the ticket', () => {
    const text = calling('transfer_to_person', '{}');
    expect(readChat({ status: 200, text }, { queues: [] }, '')).toMatchObject({
      handsOver: { queueId: null },
    });
  });
});

describe('no answer', () => {
  const error = (fields: object) =>
    JSON.stringify({ error: { message: 'x', type: null, code: null, ...fields } });
  it.each([
    [401, error({ code: 'invalid_api_key' }), 'key'],
    [403, 'forbidden', 'key'],
    [402, error({}), 'quota'],
    [429, error({ code: 'insufficient_quota' }), 'quota'],
    [429, error({ type: 'insufficient_quota' }), 'quota'],
    [429, error({ code: 'rate_limit_exceeded' }), 'busy'],
    [400, error({ code: 'content_filter' }), 'content'],
    [400, error({ param: 'model' }), 'status'],
    [302, '', 'redirect'],
    [500, '<html>', 'status'],
  ])('%i %s: %s, and no tokens', (status, text, failure) => {
    expect(read(text, status)).toEqual({ failure, tokens: 0 });
  });
  it.each([
    ['credit', error({ code: 402 }), 'quota'],
    ['a limit', error({ code: 429 }), 'busy'],
    ['a failure', error({ code: 502 }), 'status'],
  ])('200 with an error of %s', (_name, text, failure) => {
    expect(read(text)).toMatchObject({ failure });
  });
  it.each([
    ['a page', '<html></html>', 'not-understood'],
    ['no choice', '{"choices":[]}', 'not-understood'],
    ['nothing', said(''), 'not-understood'],
    ['only spaces', said('  \n'), 'not-understood'],
    ['null', said(null), 'not-understood'],
    ['a filtered text', said('Olá', { finish_reason: 'content_filter' }), 'content'],
    ['a refusal', body({ message: { content: null, refusal: 'I cannot.' } }), 'content'],
    ['no text before the limit', said('', { finish_reason: 'length' }), 'not-understood'],
  ])('%s', (_name, text, failure) => {
    const outcome = read(text);
    expect(outcome).toMatchObject({ failure });
    // The provider charges for these too.
    expect(outcome.tokens).toBeGreaterThan(0);
  });
});

it.each([
  [429, '{"error":{"code":"rate_limit_exceeded"}}', true],
  [429, '', true],
  [429, '{"error":{"code":"insufficient_quota"}}', false],
  [408, '', true],
  [409, '', true],
  [500, '', true],
  [503, '', true],
  [200, '', false],
  [400, '', false],
  [401, '', false],
])('%i %s may pass: %s', (status, text, expected) => {
  expect(mayPass({ status, text })).toBe(expected);
});
