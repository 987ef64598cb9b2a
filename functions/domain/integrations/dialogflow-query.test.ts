import { exchangeOf, integrationOf, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import type { AskedMessage } from './adapter.ts';
import { dialogflow } from './dialogflow.ts';

const AGENT = integrationOf({ type: 'dialogflow', projectName: 'loja-demo', language: 'pt-BR' });
const OGG = Buffer.from('OggS…').toString('base64');
const LISTENERS = 'Vou chamar uma pessoa para atender você.';
const answer = (text: string) => ({ queryResult: { fulfillmentMessages: [{ text: { text: [text] } }] } });
const voice = (fields: Partial<AskedMessage> = {}): Partial<AskedMessage> => ({
  type: 'audio',
  text: '',
  mimeType: 'audio/ogg',
  file: { base64: OGG },
  ...fields,
});

const ask = (fields: readonly Partial<AskedMessage>[], answers: readonly object[] = []) => {
  const exchange = exchangeOf(fields.map(() => 'oi'));
  const messages = exchange.messages.map((message, index) => ({ ...message, ...fields[index] }));
  const { requests, outcome } = talkWith(dialogflow, AGENT, { ...exchange, messages }, answers);
  return {
    requests,
    bodies: requests.map(({ body }) => JSON.parse(body)),
    said: 'says' in outcome ? outcome.says.map((say) => ('text' in say ? say.text : say.url)) : [],
    next: 'next' in outcome ? outcome.next.goesTo : outcome.failure,
  };
};

describe('a voice message', () => {
  it('is sent in the form that Dialogflow documents, in the language of the integration', () => {
    const { bodies, said } = ask([voice()], [answer('Segunda via enviada')]);
    expect(bodies).toEqual([
      {
        queryInput: {
          audioConfig: {
            audioEncoding: 'AUDIO_ENCODING_OGG_OPUS',
            sampleRateHertz: 16_000,
            languageCode: 'pt-BR',
          },
        },
        inputAudio: OGG,
      },
    ]);
    expect(said).toEqual(['Segunda via enviada']);
  });

  it('stands in the log without its recording', () => {
    const [request] = ask([voice()], [answer('Ok')]).requests;
    expect(request?.logged).toContain('AUDIO_ENCODING_OGG_OPUS');
    expect(request?.logged).not.toContain(OGG);
    expect(ask([{ text: 'oi' }], [answer('Ok')]).requests[0]).not.toHaveProperty('logged');
  });

  it('among texts is asked in its turn, and all answers are sent', () => {
    const { bodies, said } = ask(
      [{ text: 'oi' }, { text: 'tudo bem?' }, voice(), { text: 'obrigada' }],
      [answer('Olá'), answer('Ouvi'), answer('De nada')],
    );
    expect(bodies.map(({ queryInput, inputAudio }) => queryInput.text?.text ?? inputAudio)).toEqual([
      'oi\ntudo bem?',
      OGG,
      'obrigada',
    ]);
    expect(said).toEqual(['Olá', 'Ouvi', 'De nada']);
  });

  it('nothing is asked after the end of the conversation', () => {
    const end = { queryResult: { ...answer('Tchau').queryResult, intent: { endInteraction: true } } };
    const { said, next } = ask([voice(), { text: 'oi' }], [end]);
    expect([said, next]).toEqual([['Tchau'], 'people']);
  });

  it('that cannot be heard goes to people, without a question', () => {
    for (const messages of [
      [voice({ file: null })],
      [voice({ file: { url: 'https://app.example/media/t/1/a' } })],
      [{ text: 'oi' }, voice({ file: null })],
      [voice(), voice(), voice(), voice()],
    ]) {
      const { requests, said, next } = ask(messages);
      expect([requests, said, next]).toEqual([[], [LISTENERS], 'people']);
    }
  });

  it('with a caption is a text', () => {
    expect(ask([voice({ text: 'ouça', file: null })], [answer('Ok')]).said).toEqual(['Ok']);
  });
});

describe('the content of a file is needed', () => {
  const needOf = (fields: object) =>
    dialogflow.fileNeed(
      { type: 'audio', mimeType: 'audio/ogg', size: 9_000, durationS: 60, ...fields },
      null,
    );

  it('for a voice message of a minute, also while its size or length are not known', () => {
    for (const fields of [{}, { mimeType: 'audio/ogg; codecs=opus' }, { size: 0 }, { durationS: null }])
      expect(needOf(fields)).toBe('content');
  });

  it('not for a longer or larger one, another form, or another kind of file', () => {
    for (const fields of [
      { durationS: 60.1 },
      { size: 7_000_001 },
      { mimeType: 'audio/mp4' },
      { type: 'image', mimeType: 'image/png' },
      { type: 'application', mimeType: 'audio/ogg' },
    ])
      expect(needOf(fields)).toBeUndefined();
  });
});
