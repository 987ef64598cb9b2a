import { describe, expect, it } from 'vitest';
import { captionOf, fileListFormSchema, listRefusalOf } from './file-list-form.ts';

const MB = 1024 * 1024;
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

describe('the first caption of a file', () => {
  it.each([
    ['catálogo 2026.pdf', 'catálogo 2026'],
    ['sem ponto', 'sem ponto'],
    ['.env', '.env'],
    ['v1.2 final.tar', 'v1.2 final'],
  ])('of %s is %s', (name, caption) => {
    expect(captionOf({ name })).toBe(caption);
  });
});

describe('S-41: a list', () => {
  it.each([
    ['a picture of 2 MB', file('a.png', 'image/png', 2 * MB), null],
    ['no larger picture', file('a.png', 'image/png', 2 * MB + 1), { refusal: 'tooLarge', maxBytes: 2 * MB }],
    [
      'no sound above 5 MB',
      file('a.mp3', 'audio/mpeg', 5 * MB + 1),
      { refusal: 'tooLarge', maxBytes: 5 * MB },
    ],
    [
      'no video above 20 MB',
      file('a.mp4', 'video/mp4', 20 * MB + 1),
      { refusal: 'tooLarge', maxBytes: 20 * MB },
    ],
    ['a document of 20 MB', file('a.pdf', 'application/pdf', 20 * MB), null],
    ['of videos only MP4', file('a.mov', 'video/quicktime'), { refusal: 'type' }],
    ['no empty file', file('a.pdf', 'application/pdf', 0), { refusal: 'empty' }],
  ])('takes %s', async (_what, given, expected) => {
    const answer = await listRefusalOf(given);
    if (expected === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(expected);
  });
});

it('a name needs three characters', () => {
  // Cast: the schema only needs a function from key to text.
  const schema = fileListFormSchema(((key: string) => key) as never);
  const problems = (name: string) =>
    schema.safeParse({ name, message: 'Oi', options: [] }).error?.issues.map(({ message }) => message) ?? [];
  expect(problems('abc')).toEqual([]);
  expect(problems(' ab ')).toEqual(['field.nameTooShort']);
  expect(problems('')).not.toContain('field.nameTooShort');
});
