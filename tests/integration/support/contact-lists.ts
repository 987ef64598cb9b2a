import { handler as contactLists } from '@prosa/functions/http/contact-lists/handler.ts';
import {
  type ContactListItemView,
  type ContactListView,
  contactListItemViewSchema,
  contactListRoutes,
  contactListViewSchema,
} from '@prosa/shared/contracts/contact-lists.ts';
import { expect } from 'vitest';
import type { TestUser } from '../../factories/company.ts';
import { call } from './call.ts';

/** Calls a route of contact lists as a user. */
export const callLists = (user: TestUser, to: string, body?: unknown) =>
  call(contactLists, { to, token: user.token, body });

export const createList = async (
  user: TestUser,
  name: string,
  body: object = {},
): Promise<ContactListView> => {
  const answer = await callLists(user, 'POST /contact-lists', { name, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return contactListViewSchema.parse(answer.body);
};

export const readList = async (user: TestUser, id: number): Promise<ContactListView> =>
  contactListViewSchema.parse((await callLists(user, `GET /contact-lists/${id}`)).body);

export const addItem = async (
  user: TestUser,
  contactListId: number,
  number: string,
  fields: { name?: string; email?: string } = {},
): Promise<ContactListItemView> => {
  const body = { name: 'Maria', ...fields, contactListId, number };
  const answer = await callLists(user, 'POST /contact-list-items', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return contactListItemViewSchema.parse(answer.body);
};

/** Returns all items of a list that match a search, page by page, with the size of each page. */
export const readItems = async (user: TestUser, contactListId: number, search = '') => {
  const items: ContactListItemView[] = [];
  const pages: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ contactListId: String(contactListId), searchParam: search });
    if (cursor !== '') query.set('cursor', cursor);
    const answer = await callLists(user, `GET /contact-list-items?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const page = contactListRoutes.listItems.response.parse(answer.body);
    expect(page.hasMore).toBe(page.cursor !== null);
    items.push(...page.contacts);
    pages.push(page.count);
    cursor = page.cursor;
  }
  return { items, pages };
};

/** Checks that the counts of a list are those of its items, and returns the list. */
export const expectCounted = async (user: TestUser, contactListId: number): Promise<ContactListView> => {
  const { items } = await readItems(user, contactListId);
  const list = await readList(user, contactListId);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(list).toMatchObject({
    contactsCount: items.length,
    invalidCount: items.filter(({ isWhatsappValid }) => isWhatsappValid === false).length,
    uncheckedCount: items.filter(({ isWhatsappValid }) => isWhatsappValid === null).length,
  });
  return list;
};
