import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Visitor } from '../app.ts';

/**
 * Opens a page for all tests of a describe block, because a new page takes a second of CPU. A test that fails leaves
 * dialogs, a theme or a narrow window behind, so the next test gets a new page.
 */
export const useSharedPage = (open: () => Promise<Visitor>): (() => Page) => {
  let visitor: Visitor | undefined;
  const close = async (): Promise<void> => {
    await visitor?.context.close();
    visitor = undefined;
  };
  beforeAll(async () => {
    visitor = await open();
  });
  beforeEach(({ onTestFailed }) =>
    onTestFailed(async () => {
      await close();
      visitor = await open();
    }),
  );
  afterAll(close);
  return () => {
    if (visitor === undefined) throw new Error('the page of these tests did not open');
    return visitor.page;
  };
};
