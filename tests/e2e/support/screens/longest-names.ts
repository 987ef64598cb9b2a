import { makeCompany, TEST_PASSWORD } from '../../../factories/company.ts';
import { keepScreenshot } from '../keep-screenshot.ts';
import { rowAction } from '../row-action.ts';
import { LONGEST_NAME, namedRow, type Visit } from './visit.ts';

/**
 * Creates a company with a user, a queue and a connection, each with a name of the maximum length. Returns the credentials of
 * the company's administrator.
 */
export const makeLongNames = async (): Promise<{ email: string; password: string }> => {
  const { admin, addUser, addQueue, addConnection } = await makeCompany();
  await addUser({ name: LONGEST_NAME, email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example.com` });
  await addQueue({ name: LONGEST_NAME });
  await addConnection({ name: LONGEST_NAME });
  return { email: admin.email, password: TEST_PASSWORD };
};

/** Screens of rows with long names, and the dialogs that have the name in their title. */
export const longestNameVisits: Visit[] = ['users', 'queues', 'connections'].map((list) => ({
  screen: `long-names-${list}`,
  path: `/${list}`,
  visit: async ({ page, isPhone, look, dialog, dismiss }) => {
    const row = namedRow(page);
    await row.waitFor();
    await look(`long-names-${list}`);
    await rowAction(row, 'Excluir');
    await dialog(/./).waitFor();
    await keepScreenshot(page, `long-names-${list}-${isPhone ? 'phone' : 'desktop'}`);
    await look(`long-names-${list}-remove`);
    await dismiss(/./);
    if (list === 'connections') return;
    await row.click();
    await dialog(`Editar ${LONGEST_NAME}`).waitFor();
    await look(`long-names-${list}-edit`);
  },
}));
