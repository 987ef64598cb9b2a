import { expect, it } from 'vitest';
import { linesOf } from './transcript.ts';

const message = (id: string, fields: Partial<Parameters<typeof linesOf>[0][number]> = {}) => ({
  id,
  fromMe: false,
  body: '',
  mediaType: 'extendedTextMessage' as const,
  media: null,
  transcription: null,
  isDeleted: false,
  isPrivate: false,
  ...fields,
});

it('has texts, captions, kinds of files and what was said, in order', () => {
  const lines = linesOf(
    [
      message('a', { body: 'Oi' }),
      message('b', { body: 'Olá!', fromMe: true }),
      message('c', { mediaType: 'image', body: 'Veja' }),
      message('d', { mediaType: 'image' }),
      message('e', { mediaType: 'audio' }),
      message('f', { mediaType: 'audio', transcription: 'Já ouvido' }),
    ],
    new Map([['e', ' Dito agora ']]),
  );
  expect(lines).toEqual([
    { by: 'customer', text: 'Oi' },
    { by: 'company', text: 'Olá!' },
    { by: 'customer', text: 'Veja' },
    { by: 'customer', text: '[image]' },
    { by: 'customer', text: 'Dito agora' },
    { by: 'customer', text: 'Já ouvido' },
  ]);
});

it('leaves out notes, removed messages and recordings without words', () => {
  const lines = linesOf(
    [
      message('a', { body: 'nota', fromMe: true, isPrivate: true }),
      message('b', { body: 'segredo', isDeleted: true }),
      message('c', { mediaType: 'audio' }),
      message('d', { mediaType: 'audio', transcription: '' }),
    ],
    new Map([['c', '']]),
  );
  expect(lines).toEqual([]);
});
