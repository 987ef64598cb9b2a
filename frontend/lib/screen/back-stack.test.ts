import { describe, expect, it } from 'vitest';
import { createBackStack } from './back-stack.ts';

/** Simulates a browser's history with entries of screens and guard entries. */
const setUp = (settled: (then: () => void) => void = (then) => then()) => {
  const entries = [{ screen: 'list', guard: false }];
  let at = 0;
  let pops = 0;
  const here = () => entries[at] ?? { screen: 'outside', guard: false };
  const push = (screen: string, guard: boolean) => {
    entries.splice(at + 1, entries.length, { screen, guard });
    at += 1;
  };
  const open: string[] = [];
  const navigations: string[] = [];
  const pop = () => {
    at -= 1;
    pops += 1;
    if (pops > 20) throw new Error('goes back for ever');
    if (!stack.popped(settled)) navigations.push(here().screen);
  };
  const stack = createBackStack({
    isGuard: () => here().guard,
    pushGuard: () => push(here().screen, true),
    back: pop,
  });
  const show = (name: string, asks = false) => {
    open.push(name);
    const drop = stack.open(() => !asks && close());
    const close = () => {
      if (open.includes(name)) open.splice(open.indexOf(name), 1);
      drop();
    };
    return close;
  };
  const go = (screen: string) => {
    push(screen, false);
    stack.navigated();
  };
  return { open, navigations, show, go, back: pop, here };
};

describe('back button', () => {
  it('closes the top layer first, then the layer below, then leaves the screen', () => {
    const its = setUp();
    its.go('conversation');
    its.show('drawer');
    its.show('dialog');
    its.back();
    expect(its.open).toEqual(['drawer']);
    its.back();
    expect(its.open).toEqual([]);
    expect(its.navigations).toEqual([]);
    its.back();
    expect(its.navigations).toEqual(['list']);
  });

  it('closes the layer below without waiting until the top layer is gone', () => {
    const its = setUp(() => undefined);
    its.go('conversation');
    its.show('dialog');
    its.show('list of choices');
    its.back();
    its.back();
    expect(its.open).toEqual([]);
    expect(its.navigations).toEqual([]);
  });

  it('leaves the screen immediately after a layer was closed by its own button', () => {
    const its = setUp();
    its.go('conversation');
    its.show('dialog')();
    its.show('drawer')();
    its.back();
    expect(its.navigations).toEqual(['list']);
  });

  it('skips the leftover guard entry of a layer that was closed by a navigation', () => {
    const its = setUp();
    its.go('conversation');
    its.show('new ticket')();
    its.go('other conversation');
    its.back();
    expect(its.here()).toEqual({ screen: 'conversation', guard: false });
    expect(its.navigations).toEqual(['conversation']);
    its.back();
    expect(its.navigations).toEqual(['conversation', 'list']);
  });

  it('keeps a layer open that asks before closing', () => {
    const its = setUp();
    its.go('conversation');
    its.show('form', true);
    its.back();
    its.back();
    expect(its.open).toEqual(['form']);
    expect(its.navigations).toEqual([]);
  });
});
