import type { Page } from 'playwright-core';

/** Goes to a screen without loading the app again, as a link of the app does. */
const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );

/**
 * Goes to a screen. On a phone, a dialog leaves an entry in the history, which the app skips by going back: then the app is
 * loaded again. So it is from the sign-in page, from which the app leads elsewhere.
 */
export const goTo = async (page: Page, origin: string, path: string): Promise<void> => {
  const mustLoad = await page.evaluate(`location.pathname === '/login' || history.state?.overlay === true`);
  if (mustLoad === true) {
    await page.goto(origin + path);
    return;
  }
  // A screen in between, so that nothing of the screen before is still shown.
  await follow(page, '/nowhere');
  await page.getByText('Esta página não existe').waitFor();
  await follow(page, path);
};
