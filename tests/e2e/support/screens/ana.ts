import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import * as z from 'zod';
import { type Client, signIn } from '../../../bench/client.ts';
import type { App } from '../app.ts';

const rowSchema = z.object({ id: z.int() });
const rowsSchema = z.tuple([rowSchema]).rest(rowSchema);

/** Signs in the demo company's administrator over the API, to create the rows that a screen shows. */
export const signInAna = ({ stack }: App): Promise<Client> =>
  signIn(stack.url, 'ana@demo.local', stack.adminPassword);

/** Creates a row, and returns its id. */
export const create = async (ana: Client, path: string, body: object): Promise<number> =>
  rowSchema.parse(await ana.call('POST', path, body)).id;

/** Returns the id of the first row of a list. */
export const firstOf = async (ana: Client, path: string): Promise<number> =>
  rowsSchema.parse(await ana.call('GET', path))[0].id;

/** Creates a contact list with one contact, and returns its id. */
export const createList = async (ana: Client, name: string, contact: string): Promise<number> => {
  const contactListId = await create(ana, contactListRoutes.create.path, { name });
  const body = { contactListId, name: contact, number: '5511970004001' };
  await create(ana, contactListRoutes.createItem.path, body);
  return contactListId;
};
