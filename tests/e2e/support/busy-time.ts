import type { Page } from 'playwright-core';

/**
 * Returns how long a page's main thread computes during some work, in ms of a processor: other programs of the machine do not
 * count.
 */
export const busyTime = async (page: Page, work: () => Promise<void>): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyS = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await busyS();
  await work();
  const took = (await busyS()) - before;
  await session.detach();
  return took * 1_000;
};
