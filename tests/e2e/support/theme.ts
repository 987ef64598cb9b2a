import type { Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/** Chooses a theme on the sign-in page; the account then uses it, too. */
export const chooseTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.getByRole('button', { name: 'Usar tema escuro' }).click();
  if (theme === 'light') await page.getByRole('button', { name: 'Usar tema claro' }).click();
  await page.locator(`html[data-theme=${theme}]`).waitFor();
};

/** Changes the theme of a page as if it was changed in another window of the browser. */
export const changeTheme = async (page: Page, theme: Theme): Promise<void> => {
  const news = JSON.stringify({ key: 'prosa.mode', newValue: theme });
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', ${news}))`);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
};
