import { exchangeOf, integrationOf, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import type { AskedMessage, FileFacts, Session } from './adapter.ts';
import { typebot } from './typebot.ts';

const BOT = integrationOf({ type: 'typebot', urlN8N: 'https://bot.example', typebotSlug: 'loja' });
const DONE = { messages: [], input: { id: 'i2', type: 'text input' } };
const FILE = { id: 'i1', type: 'file input', options: {} };
const FILES = { ...FILE, options: { isMultipleAllowed: true } };
const ATTACHMENTS = { id: 'i1', type: 'text input', options: { attachments: { isEnabled: true } } };
const AUDIO = { id: 'i1', type: 'text input', options: { audioClip: { isEnabled: true } } };
const TEXT = { id: 'i1', type: 'text input', options: { attachments: { isEnabled: false } } };

const linkTo = (name: string): string => `https://app.example/media/t/1/${name}?e=1&s=x`;
const photo = (name: string, fields: Partial<AskedMessage> = {}): Partial<AskedMessage> => ({
  type: 'image',
  text: '',
  mimeType: 'image/png',
  file: { url: linkTo(name) },
  ...fields,
});
const voice = photo('voz', { type: 'audio', mimeType: 'audio/ogg' });

/** Returns the session of a bot that waits at an input. */
const waitingAt = (input: object): Session => {
  const { outcome } = talkWith(typebot, BOT, exchangeOf(['oi']), [{ sessionId: 's7', messages: [], input }]);
  const session = 'says' in outcome ? outcome.session : undefined;
  if (session === undefined || session === null) throw new Error('the bot does not wait');
  return session;
};
/** Returns the message that a bot at an input gets. */
const sentTo = (input: object, fields: readonly Partial<AskedMessage>[]): unknown => {
  const exchange = exchangeOf(
    fields.map(() => 'oi'),
    { session: waitingAt(input) },
  );
  const messages = exchange.messages.map((message, index) => ({ ...message, ...fields[index] }));
  const { requests } = talkWith(typebot, BOT, { ...exchange, messages }, [DONE]);
  return JSON.parse(requests[0]?.body ?? '{}').message;
};

describe('a file of the customer', () => {
  it('is the link, at an input for files', () => {
    expect(sentTo(FILE, [photo('a', { text: 'meu RG' })])).toBe(linkTo('a'));
    expect(sentTo(FILES, [photo('a'), photo('b')])).toBe(`${linkTo('a')}, ${linkTo('b')}`);
  });

  it('is one link, where only one file is allowed', () => {
    expect(sentTo(FILE, [photo('a'), photo('b')])).toBe(linkTo('a'));
  });

  it('stands beside the text, at an input for texts with attachments', () => {
    expect(sentTo(ATTACHMENTS, [{ text: 'Veja' }, photo('a', { text: 'a nota' }), photo('b')])).toEqual({
      type: 'text',
      text: 'Veja\na nota',
      attachedFileUrls: [linkTo('a'), linkTo('b')],
    });
  });

  it('without a link is named by its type', () => {
    expect(sentTo(ATTACHMENTS, [photo('a'), photo('b', { file: null })])).toMatchObject({
      text: '[image]',
      attachedFileUrls: [linkTo('a')],
    });
    expect(sentTo(FILE, [photo('a', { file: null })])).toBe('[image]');
  });

  it('is an audio message, at an input for voice', () => {
    expect(sentTo(AUDIO, [voice])).toEqual({ type: 'audio', url: linkTo('voz') });
    expect(sentTo(AUDIO, [voice, { text: 'oi' }])).toBe('[audio]\noi');
  });

  it('changes nothing at an input for text', () => {
    expect(sentTo(TEXT, [photo('a')])).toBe('[image]');
    expect(sentTo(ATTACHMENTS, [{ text: 'oi' }])).toBe('oi');
    expect(sentTo(FILE, [{ text: 'não tenho' }])).toBe('não tenho');
  });
});

describe('a link is needed', () => {
  const facts: FileFacts = { type: 'image', mimeType: 'image/png', size: 0, durationS: null };
  it('only at an input that takes the file', () => {
    const needAt = (input: object, type: FileFacts['type'] = 'image') =>
      typebot.fileNeed({ ...facts, type }, waitingAt(input));
    for (const input of [FILE, FILES, ATTACHMENTS]) expect(needAt(input)).toBe('link');
    expect(needAt(TEXT)).toBeUndefined();
    expect(needAt(AUDIO)).toBeUndefined();
    expect(needAt(AUDIO, 'audio')).toBe('link');
    expect(typebot.fileNeed(facts, null)).toBeUndefined();
    expect(typebot.fileNeed(facts, { id: 's', startedAt: null, state: '{' })).toBeUndefined();
  });

  it('options of an unknown form take no files', () => {
    for (const attachments of [true, 'yes', { isEnabled: 'true' }, null])
      expect(sentTo({ ...TEXT, options: { attachments } }, [photo('a')])).toBe('[image]');
  });
});
