import { describe, expect, it } from 'vitest';
import { callRecord } from './call-record.ts';
import type { Line } from './question.ts';

const ANSWERED = {
  text: 'Abrimos às 9h.',
  handsOver: undefined,
  tokens: 40,
  status: 200,
  durationMs: 900,
} as const;
const line = (text: string, by: Line['by'] = 'customer'): Line => ({ by, text });
const questionFor = (lines: readonly Line[]) => callRecord({ lines }, ANSWERED).question;

describe('the log of a call', () => {
  it('has the conversation, the answer and what it used', () => {
    const lines = [line('Bom dia', 'company'), line('Que horas abrem?')];
    expect(callRecord({ lines }, ANSWERED)).toEqual({
      question: lines,
      answer: 'Abrimos às 9h.',
      failure: '',
      status: 200,
      durationMs: 900,
      tokens: 40,
      handedTo: null,
    });
  });

  it('names the queue to which the model gave the conversation', () => {
    const given = (queueId: number | null) =>
      callRecord({ lines: [line('Oi')] }, { ...ANSWERED, handsOver: { queueId } }).handedTo;
    expect([given(7), given(null)]).toEqual([7, null]);
  });

  it('says why no answer came', () => {
    const failed = { failure: 'too-slow', tokens: 12, status: null, durationMs: 25_000 } as const;
    expect(callRecord({ lines: [line('Oi')] }, failed)).toMatchObject({
      ...failed,
      answer: '',
      handedTo: null,
    });
  });

  it('keeps the newest lines up to 4,000 characters', () => {
    const lines = [line('a'.repeat(10)), line('b'.repeat(3_000), 'company'), line('c'.repeat(1_000))];
    expect(questionFor(lines)).toEqual(lines.slice(1));
    expect(questionFor([line('x'.repeat(9_000))])).toEqual([line('x'.repeat(4_000))]);
    expect(questionFor([line('antes'), line('x'.repeat(9_000))])).toEqual([line('x'.repeat(4_000))]);
  });

  it('cuts no character in half, and a long answer too', () => {
    expect(questionFor([line(`${'x'.repeat(3_999)}😀`)])[0]?.text).toBe(`${'x'.repeat(3_999)}\ufffd`);
    const { answer } = callRecord({ lines: [line('Oi')] }, { ...ANSWERED, text: 'y'.repeat(9_000) });
    expect(answer).toHaveLength(4_000);
  });
});
