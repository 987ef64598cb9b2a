import type { Locator } from 'playwright-core';

/** Runs an action of a table's row, from the row's menu. */
export const rowAction = async (row: Locator, name: string): Promise<void> => {
  await row.getByRole('button', { name: 'Mais ações' }).click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
};
