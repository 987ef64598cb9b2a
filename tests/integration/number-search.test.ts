import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { indexContact, makeContact, makeTicket } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

const PAGE = 16;

useTable();
let company: TestCompany;

const addContact = async (number: string, name = 'Contato'): Promise<number> => {
  const contact = await makeContact(company.table, { name, number });
  await indexContact(company.table, contact);
  return contact.id;
};
const pageSchema = z.object({
  contacts: z.array(z.object({ id: z.int() })),
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
});
/** Returns the ids on each page of a search. */
const pagesOf = async (text: string): Promise<number[][]> => {
  const pages: number[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const to = `GET /contacts?searchParam=${encodeURIComponent(text)}${from}`;
    const page = pageSchema.parse((await call(contacts, { to, token: company.admin.token })).body);
    expect(page.hasMore).toBe(page.cursor !== null);
    pages.push(page.contacts.map(({ id }) => id));
    cursor = page.cursor;
  }
  return pages;
};

describe('a contact is found', () => {
  const found = (text: string) => pagesOf(text).then((pages) => pages.flat());
  let mobile: number;
  let withoutNinth: number;
  let portuguese: number;
  let american: number;
  beforeAll(async () => {
    company = await makeCompany();
    mobile = await addContact('5511987654321');
    withoutNinth = await addContact('556133445566');
    portuguese = await addContact('351917345628');
    american = await addContact('12025551234');
    await addContact('5521955550000', 'Outra pessoa');
  });

  it('by the beginning of its number, with or without country code and, in Brazil, without area code', async () => {
    for (const [id, number] of [
      [mobile, '5511987654321'],
      [mobile, '11987654321'],
      [mobile, '987654321'],
      [withoutNinth, '556133445566'],
      [withoutNinth, '6133445566'],
      [withoutNinth, '33445566'],
      [portuguese, '351917345628'],
      [portuguese, '917345628'],
      [american, '12025551234'],
      [american, '2025551234'],
    ] as const)
      for (let length = 4; length <= number.length; length++)
        expect(await found(number.slice(0, length)), number.slice(0, length)).toEqual([id]);
  });

  it('by every end of its number of four digits or more, once', async () => {
    for (const [id, number] of [
      [mobile, '5511987654321'],
      [withoutNinth, '556133445566'],
      [portuguese, '351917345628'],
      [american, '12025551234'],
    ] as const)
      for (let length = 4; length <= number.length; length++)
        expect(await found(number.slice(-length)), number.slice(-length)).toEqual([id]);
  });

  it('in any spelling of a Brazilian mobile number, also if it is stored without the ninth digit', async () => {
    const other = await addContact('553188776655');
    for (const text of ['+55 (31) 98877-6655', '31 98877-6655', '98877-6655', '8877-6655', '031 8877-6655'])
      expect(await found(text), text).toEqual([other]);
  });

  it('by the end of its number beside a word of its name, and not by another end', async () => {
    const named = await addContact('5571966442200', 'Zilda Prates');
    expect(await found('zilda 42200')).toEqual([named]);
    expect(await found('prates 66442200')).toEqual([named]);
    expect(await found('zilda 52200')).toEqual([]);
    expect(await found('52200')).toEqual([]);
    expect(await found('2200')).toEqual([named]);
  });

  it('by an end of its number that begins with zeros', async () => {
    const zeros = await addContact('5562983000122');
    for (const text of ['0122', '00122', '3000-122', '062 98300-0122', '0055 62 98300-0122'])
      expect(await found(text), text).toEqual([zeros]);
  });

  it('by digits in its name that are no number', async () => {
    const shop = await addContact('5541977001122', 'Loja 123456');
    for (const text of ['123456', '23456', '3456']) expect(await found(text), text).toContain(shop);
  });

  it('with its ticket, by the end of its number', async () => {
    const connectionId = await company.addConnection();
    const contact = await makeContact(company.table, { name: 'Com ticket', number: '5585977339911' });
    const ticket = await makeTicket(company.table, { contact, connectionId });
    await indexContact(company.table, contact, [{ connectionId, ticketId: ticket.id }]);
    const to = 'GET /tickets?status=search&showAll=true&searchParam=39911';
    expect((await call(tickets, { to, token: company.admin.token })).body).toMatchObject({
      tickets: [{ id: ticket.id }],
      hasMore: false,
    });
  });
});

describe('pages of a search by digits that begin some numbers and end others', () => {
  beforeEach(async () => {
    company = await makeCompany();
  });
  const twoDigits = (at: number): string => String(at).padStart(2, '0');
  const begin = (count: number) =>
    Promise.all(Array.from({ length: count }, (_none, at) => addContact(`54321000000${twoDigits(at)}`)));
  const end = (count: number) =>
    Promise.all(Array.from({ length: count }, (_none, at) => addContact(`55119${twoDigits(at)}154321`)));

  it.each([
    [5, 5],
    [0, 20],
    [PAGE, 0],
    [PAGE, 1],
    [PAGE + 1, PAGE],
    [20, 40],
  ])(
    '%i that begin and %i that end are all found once, and the last page tells that it is the last',
    async (beginning, ending) => {
      const ids = [...(await begin(beginning)), ...(await end(ending))];
      // Numbers that end differently, under the same token.
      for (let at = 0; at < 3; at++) await addContact(`55119${twoDigits(at)}004321`);
      const pages = await pagesOf('54321');
      expect(pages.flat().toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
      expect(pages.slice(0, -1).every(({ length }) => length === PAGE)).toBe(true);
      expect(pages).toHaveLength(Math.ceil((beginning + ending) / PAGE));
    },
  );
});
