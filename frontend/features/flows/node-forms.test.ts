import { describe, expect, it } from 'vitest';
import {
  type Block,
  blocksOf,
  conditionForm,
  contentForm,
  contentOf,
  intervalForm,
  menuForm,
  nextOptionNumber,
  percentForm,
  questionForm,
} from './node-forms.ts';

// Cast: the schemas only need a function from key to text.
const t = ((key: string) => key) as never;
const problems = (
  schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('the form of an interval', () => {
  it.each([
    [null, ['interval.missing']],
    [0, ['interval.missing']],
    [1, []],
    [120, []],
    [121, ['interval.tooLong']],
  ])('with %s seconds has the problems %j', (sec, expected) => {
    expect(problems(intervalForm(t), { sec })).toEqual(expected);
  });
});

it('a split of zero percent is refused with the message of an interval, 10 and 100 are taken', () => {
  expect(problems(percentForm(t), { percent: 0 })).toEqual(['interval.missing']);
  expect(problems(percentForm(t), { percent: 10 })).toEqual([]);
  expect(problems(percentForm(t), { percent: 100 })).toEqual([]);
});

describe('the form of a menu', () => {
  it('needs a text and an option with a text', () => {
    const option = { number: 1, value: 'Sim' };
    expect(menuForm.safeParse({ message: 'Oi', arrayOption: [option] }).success).toBe(true);
    expect(menuForm.safeParse({ message: ' ', arrayOption: [option] }).success).toBe(false);
    expect(menuForm.safeParse({ message: 'Oi', arrayOption: [] }).success).toBe(false);
    expect(menuForm.safeParse({ message: 'Oi', arrayOption: [{ ...option, value: '' }] }).success).toBe(
      false,
    );
  });

  it('gives a new option the smallest free number', () => {
    expect(nextOptionNumber([])).toBe(1);
    expect(nextOptionNumber([{ number: 1 }, { number: 3 }])).toBe(2);
  });
});

describe('names of variables', () => {
  it.each([
    ['cep', true],
    ['  cep ', true],
    ['', false],
    ['dois nomes', false],
    ['{{cep}}', false],
  ])('%j: %s', (answerKey, isTaken) => {
    expect(questionForm.safeParse({ message: 'CEP?', answerKey }).success).toBe(isTaken);
  });
});

it('a condition needs a value, unless it only asks whether the variable is empty', () => {
  const fields = { key: 'cep', value: '' };
  expect(conditionForm.safeParse({ ...fields, operator: 'equals' }).success).toBe(false);
  expect(conditionForm.safeParse({ ...fields, operator: 'isEmpty' }).success).toBe(true);
});

describe('the form of a content', () => {
  const block = (fields: Partial<Block>): Block => ({
    blockId: 'b',
    type: 'message',
    value: '',
    sec: null,
    original: '',
    record: false,
    file: null,
    ...fields,
  });

  it.each([
    ['an empty text', block({}), ['content.emptyText']],
    ['a text', block({ value: 'Oi' }), []],
    ['an interval of 0', block({ type: 'interval', sec: 0 }), ['content.badInterval']],
    ['an interval of 121', block({ type: 'interval', sec: 121 }), ['content.badInterval']],
    ['an interval of 5', block({ type: 'interval', sec: 5 }), []],
    ['a picture without a file', block({ type: 'img' }), ['content.emptyCards']],
    ['a stored picture', block({ type: 'img', value: 'a.png' }), []],
    ['a chosen video', block({ type: 'video', file: new File(['a'], 'a.mp4') }), []],
  ])('with %s has the problems %j', (_what, one, expected) => {
    expect(problems(contentForm(t), { blocks: [one] })).toEqual(expected);
  });

  it('makes keys of type and position, and takes names of uploaded files', () => {
    const made = contentOf(
      [
        block({ value: 'Oi' }),
        block({ blockId: 'p', type: 'img', file: new File(['a'], 'vitrine.png') }),
        block({ type: 'interval', sec: 3 }),
        block({ type: 'audio', value: 'stored.mp3', original: 'voz.mp3', record: true }),
      ],
      new Map([['p', 'stored.png']]),
    );
    expect(made.seq).toEqual(['message0', 'img1', 'interval2', 'audio3']);
    expect(made.elements.map(({ value, original, record }) => [value, original, record])).toEqual([
      ['Oi', '', false],
      ['stored.png', 'vitrine.png', false],
      ['3', '', false],
      ['stored.mp3', 'voz.mp3', true],
    ]);
  });

  it('shows stored blocks in the order of `seq`, then those that it does not name', () => {
    const element = (number: string, value: string) => ({
      type: 'message' as const,
      number,
      value,
      original: '',
      record: false,
    });
    const blocks = blocksOf(
      {
        seq: ['message1', 'message0', 'gone'],
        elements: [element('message0', 'A'), element('message1', 'B'), element('message2', 'C')],
      },
      () => 'id',
    );
    expect(blocks.map(({ value }) => value)).toEqual(['B', 'A', 'C']);
  });
});
