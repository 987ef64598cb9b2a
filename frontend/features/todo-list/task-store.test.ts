import { beforeEach, expect, it, vi } from 'vitest';
import { ownerKey } from '../../lib/session/owner-key.ts';
import type { Task } from './tasks.ts';

const KEY = 'prosa.tasks';
const AT = '2026-11-20T12:00:00.000Z';
const task = (id: string): Task => ({
  id,
  text: id,
  done: false,
  dueDate: null,
  createdAt: AT,
  updatedAt: AT,
});
const append = (id: string) => (tasks: readonly Task[]) => [...tasks, task(id)];

let entries: Map<string, string>;
let isFull: boolean;
let tab: EventTarget;
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('full');
    entries.set(key, value);
  },
  removeItem: (key: string) => entries.delete(key),
  clear: () => entries.clear(),
};

const open = async () => {
  vi.resetModules();
  return import('./task-store.ts');
};
type Store = Awaited<ReturnType<typeof open>>;
const idsOf = ({ taskStore }: Store, owner = '1:1') =>
  (taskStore.getState()[owner] ?? []).map(({ id }) => id);

beforeEach(() => {
  entries = new Map();
  isFull = false;
  tab = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
});

it('keeps the tasks of users of one browser apart', async () => {
  const store = await open();
  const [ana, bia] = [ownerKey({ id: 1, company: { id: 1 } }), ownerKey({ id: 1, company: { id: 2 } })];
  store.changeTasks(ana, append('a'));
  store.changeTasks(bia, append('b'));
  expect([idsOf(store, ana), idsOf(store, bia)]).toEqual([['a'], ['b']]);
  expect(idsOf(await open(), ana)).toEqual(['a']);
});

it.each(['{', '7', '{"1:1":[{"id":1}]}'])('starts empty with %s stored, and works', async (broken) => {
  entries.set(KEY, broken);
  const store = await open();
  expect(idsOf(store)).toEqual([]);
  expect(store.changeTasks('1:1', append('a'))).toBe(true);
  expect(idsOf(await open())).toEqual(['a']);
});

it('a change is made on top of what another tab has stored', async () => {
  const store = await open();
  store.changeTasks('1:1', append('a'));
  const other = await open();
  other.changeTasks('1:1', append('b'));
  store.changeTasks('1:1', append('c'));
  expect(idsOf(store)).toEqual(['a', 'b', 'c']);
});

it('shows the change of another tab', async () => {
  const store = await open();
  entries.set(KEY, JSON.stringify({ '1:1': [task('b')] }));
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'prosa.theme' }));
  expect(idsOf(store)).toEqual([]);
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  expect(idsOf(store)).toEqual(['b']);
});

it('says that a full browser does not keep a change, keeps it while the page is open, and stores it with the next', async () => {
  const store = await open();
  store.changeTasks('1:1', append('a'));
  isFull = true;
  expect(store.changeTasks('1:1', append('b'))).toBe(false);
  expect(idsOf(store)).toEqual(['a', 'b']);
  isFull = false;
  expect(store.changeTasks('1:1', append('c'))).toBe(true);
  expect(idsOf(await open())).toEqual(['a', 'b', 'c']);
});
