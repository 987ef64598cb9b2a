import type { Page } from 'playwright-core';

/**
 * Holds back the first request to an address, as a slow network would; later ones pass.
 * @returns releases the first request, after all requests sent meanwhile have been answered
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
