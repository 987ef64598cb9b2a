import type { Page } from 'playwright-core';

/**
 * Holds the first request to an address on its way, as a slow line would; those after it pass.
 * @returns lets the first one go, after whatever was sent meanwhile has been answered
 */
export const holdFirst = async (page: Page, url: string): Promise<() => Promise<void>> => {
  const held = Promise.withResolvers<void>();
  const passed: Promise<unknown>[] = [];
  let requests = 0;
  await page.route(url, async (route) => {
    requests += 1;
    if (requests === 1) {
      await held.promise;
      await route.continue();
      return;
    }
    const response = route.fetch();
    passed.push(response);
    await route.fulfill({ response: await response });
  });
  return async () => {
    await Promise.all(passed);
    held.resolve();
  };
};
