import { describe, expect, it } from 'vitest';
import {
  addTask,
  changeTask,
  dueState,
  moveTask,
  removeTask,
  restoreTask,
  TASKS_MAX,
  type Task,
} from './tasks.ts';

const BEFORE = '2026-11-20T12:00:00.000Z';
const NOW = '2026-11-21T12:00:00.000Z';
const task = (id: string, fields: Partial<Task> = {}): Task => ({
  id,
  text: id,
  done: false,
  dueDate: null,
  createdAt: BEFORE,
  updatedAt: BEFORE,
  ...fields,
});
const tasks = ['a', 'b', 'c', 'd'].map((id) => task(id));
const idsOf = (list: readonly Task[]) => list.map(({ id }) => id).join('');

describe('tasks', () => {
  it('a new task is the last one, open, with the times of its creation', () => {
    expect(addTask(tasks, { text: 'Ligar', dueDate: '2026-11-30' }, 'e', NOW).at(-1)).toEqual({
      id: 'e',
      text: 'Ligar',
      dueDate: '2026-11-30',
      done: false,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it(`there are at most ${TASKS_MAX} tasks`, () => {
    const full = Array.from({ length: TASKS_MAX }, (_none, index) => task(String(index)));
    expect(addTask(full, { text: 'mais uma', dueDate: null }, 'x', NOW)).toEqual(full);
  });

  it('a changed task has a new time of change, and only it', () => {
    const changed = changeTask(tasks, 'b', { done: true }, NOW);
    expect(changed[1]).toEqual({ ...task('b'), done: true, updatedAt: NOW });
    expect([changed[0], changed[2], changed[3]]).toEqual([tasks[0], tasks[2], tasks[3]]);
    expect(changeTask(tasks, 'x', { done: true }, NOW)).toEqual(tasks);
  });

  it('a removed task returns to its place, once', () => {
    const rest = removeTask(tasks, 'b');
    expect(idsOf(rest)).toBe('acd');
    expect(idsOf(restoreTask(rest, task('b'), 1))).toBe('abcd');
    expect(idsOf(restoreTask(tasks, task('b'), 1))).toBe('abcd');
    expect(idsOf(restoreTask([task('a')], task('d'), 3))).toBe('ad');
  });

  it.each([
    ['a', 'c', 'bcad'],
    ['a', 'd', 'bcda'],
    ['d', 'a', 'dabc'],
    ['c', 'b', 'acbd'],
    ['b', 'b', 'abcd'],
    ['x', 'a', 'abcd'],
    ['a', 'x', 'abcd'],
  ])('moving %s to the place of %s gives %s', (id, placeOf, order) => {
    expect(idsOf(moveTask(tasks, id, placeOf))).toBe(order);
  });

  it.each([
    [null, false, null],
    ['2026-11-20', false, 'overdue'],
    ['2026-11-21', false, 'today'],
    ['2026-11-22', false, 'later'],
    ['2026-11-20', true, 'later'],
  ])('a task due on %s, done %s, is %s', (dueDate, done, state) => {
    expect(dueState({ dueDate, done }, '2026-11-21')).toBe(state);
  });
});
