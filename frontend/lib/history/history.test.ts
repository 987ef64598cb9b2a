import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, type History, redo, STEPS_KEPT, startHistory, undo } from './history.ts';

interface Note {
  text: string;
}
const note = (text: string): Note => ({ text });
const start = note('');
/** Returns the texts of a history, oldest first, the present text in brackets. */
const line = ({ past, present, future }: History<Note>): string =>
  [...past.map(({ text }) => text), `[${present.text}]`, ...future.map(({ text }) => text)].join(' ');

describe('undo history', () => {
  it('has no undo or redo steps at the start', () => {
    const history = startHistory(start);
    expect(history).toEqual({ past: [], present: start, future: [], topic: null });
    expect(undo(history)).toBe(history);
    expect(redo(history)).toBe(history);
  });

  it('undoes and redoes changes one by one', () => {
    const history = ['a', 'b', 'c'].reduce((at, text) => change(at, note(text)), startHistory(note('-')));
    expect(line(history)).toBe('- a b [c]');
    const back = undo(undo(history));
    expect(line(back)).toBe('- [a] b c');
    expect(line(redo(back))).toBe('- a [b] c');
    expect(line(redo(redo(back)))).toBe('- a b [c]');
  });

  it('returns the same history when the value does not change', () => {
    const history = change(startHistory(start), note('a'));
    expect(change(history, history.present)).toBe(history);
    const back = undo(history);
    expect(change(back, back.present).future).toHaveLength(1);
  });

  it('drops the redo steps after a new change', () => {
    const history = change(change(startHistory(note('-')), note('a')), note('b'));
    expect(line(change(undo(history), note('c')))).toBe('- a [c]');
  });

  it('undoes consecutive changes of one topic together', () => {
    let history = startHistory(note('-'));
    for (const text of ['O', 'Ol', 'Olá']) history = change(history, note(text), 'name');
    for (const text of ['B', 'Bo']) history = change(history, note(text), 'greeting');
    expect(line(history)).toBe('- Olá [Bo]');
  });

  it('undoes changes without a topic one by one; such a change ends the topic before it', () => {
    let history = change(startHistory(note('-')), note('a'), 'name');
    history = change(history, note('b'));
    history = change(history, note('c'));
    history = change(history, note('d'), 'name');
    expect(line(history)).toBe('- a b c [d]');
  });

  it.each([
    ['undo', (history: History<Note>) => undo(history), '- [c]'],
    ['redo', (history: History<Note>) => redo(undo(history)), '- b [c]'],
  ] as const)('starts a new step for the same topic after %s', (_how, step, expected) => {
    const typed = change(change(startHistory(note('-')), note('a'), 'name'), note('b'), 'name');
    expect(line(change(step(typed), note('c'), 'name'))).toBe(expected);
  });

  it('keeps the last 100 undo steps', () => {
    let history = startHistory(note('start'));
    for (let step = 1; step <= STEPS_KEPT + 5; step++) history = change(history, note(String(step)));
    expect(history.past).toHaveLength(STEPS_KEPT);
    expect(history.past[0]?.text).toBe('5');
    for (let step = 0; step <= STEPS_KEPT; step++) history = undo(history);
    expect(history.present.text).toBe('5');
    expect(history.future).toHaveLength(STEPS_KEPT);
  });

  it('returns to the same state after equal numbers of undos and redos', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', null), { maxLength: 20 }),
        fc.nat(20),
        (topics, steps) => {
          const history = topics.reduce(
            (at, topic, index) => change(at, note(String(index)), topic),
            startHistory(start),
          );
          const back = Math.min(steps, history.past.length);
          let at = history;
          for (let step = 0; step < back; step++) at = undo(at);
          for (let step = 0; step < back; step++) at = redo(at);
          expect(line(at)).toBe(line(history));
          expect(at.present).toBe(history.present);
        },
      ),
    );
  });
});
