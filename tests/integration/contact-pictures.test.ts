import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { openTable, type Table } from '@prosa/functions/platform/table/table.ts';
import { type ContactRow, findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { avatarOf } from '@prosa/infra/local/fake-whatsapp/avatar.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { HTML } from '../factories/files.ts';
import { createCustomer, setPicture, waitConnected } from '../support/customer.ts';

const WAIT = { timeout: 60_000, interval: 200 } as const;
const DEMO_COMPANY = 2;
/** Larger than the session host fetches. */
const HUGE = Buffer.concat([avatarOf('huge'), Buffer.alloc(1_000_000)]);

const contactSchema = z.object({ urlPicture: z.string() });
const ticketsSchema = z.object({
  tickets: z.array(z.object({ id: z.int(), contact: contactSchema.extend({ number: z.string() }) })),
});

let stack: Stack;
let client: Client;
let table: Table;
beforeAll(async () => {
  stack = await startStack({ seed: 'demo' });
  table = openTable(systemPrincipal('setup', DEMO_COMPANY).companyId);
  client = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
  await waitConnected(stack.url);
});
afterAll(() => stack?.stop());

const customer = (number: string) => createCustomer(stack.url, number, `Cliente ${number.slice(-4)}`);
const base64 = (bytes: Buffer) => ({ data: bytes.toString('base64') });
const contactOf = async (number: string, kind: Identity['kind'] = 'phone'): Promise<ContactRow | undefined> =>
  (await findContactByIdentities(table, [{ kind, value: number }])).contact;
/** Returns the link to a contact's picture, '' without one. */
const linkOf = async (number: string): Promise<string> => {
  const shown = await client.call('GET', `/contacts/profile/${number}`);
  return contactSchema.parse(shown).urlPicture;
};
const ticketOf = async (number: string) => {
  const { tickets } = ticketsSchema.parse(await client.call('GET', '/tickets?status=pending&showAll=true'));
  return tickets.find(({ contact }) => contact.number === number);
};
/** Waits until a contact was asked for its picture, or has another one than `before`. Returns the picture's key. */
const pictureOf = async (number: string, before?: string, kind?: Identity['kind']): Promise<string> => {
  const isOther = async () => {
    const { pictureAt = null, urlPicture } = (await contactOf(number, kind)) ?? {};
    return pictureAt !== null && urlPicture !== before;
  };
  await expect.poll(isOther, WAIT).toBe(true);
  return (await contactOf(number, kind))?.urlPicture ?? '';
};
/** Returns the path of a link without its signature, which changes with the time. */
const pathOf = (link = ''): string => link.split('?')[0] ?? '';
const fileAt = async (link: string) => {
  const answer = await fetch(`${stack.url}${link}`);
  const type = answer.headers.get('content-type');
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('the WhatsApp picture of a contact', () => {
  it('is shown after the first message, is replaced when it changes, and goes when it is removed', async () => {
    const number = '5511966661001';
    await customer(number).write('oi');
    const first = await pictureOf(number);
    const link = await linkOf(number);
    expect(await fileAt(link)).toEqual({ status: 200, type: 'image/png', bytes: avatarOf(number) });
    expect(pathOf((await ticketOf(number))?.contact.urlPicture)).toBe(`/media/${first}`);

    await setPicture(stack.url, number, base64(avatarOf('outra')));
    const second = await pictureOf(number, first);
    const newLink = await linkOf(number);
    expect((await fileAt(newLink)).bytes).toEqual(avatarOf('outra'));
    expect(pathOf((await ticketOf(number))?.contact.urlPicture)).toBe(`/media/${second}`);
    await expect.poll(async () => (await fileAt(link)).status).toBe(404);

    await setPicture(stack.url, number, 'none');
    expect(await pictureOf(number, second)).toBe('');
    expect([await linkOf(number), (await ticketOf(number))?.contact.urlPicture]).toEqual(['', '']);
    await expect.poll(async () => (await fileAt(newLink)).status).toBe(404);
  });

  it('is also that of a group', async () => {
    const group = '120363000000000321';
    await customer('5511966661001').write({ text: 'bom dia', group: { id: group, name: 'Bairro' } });
    expect(await pictureOf(group, undefined, 'group')).toBe('');
    await setPicture(stack.url, group, base64(avatarOf('bairro')));
    expect(await pictureOf(group, '', 'group')).not.toBe('');
  });

  it('R27: of a server that never answers delays no message, and leaves the earlier picture', async () => {
    const number = '5511966661002';
    await customer(number).write('oi');
    const before = await pictureOf(number);
    await setPicture(stack.url, number, 'stalled-download');
    const ticketId = (await ticketOf(number))?.id ?? 0;
    await client.call('PUT', `/tickets/${ticketId}`, { status: 'open', userId: 1, queueId: 1 });
    await client.call('POST', `/messages/${ticketId}`, { body: 'Bom dia!' });
    await customer(number).gets(({ text }) => text?.includes('Bom dia!') === true, 'the answer');
    expect((await contactOf(number))?.urlPicture).toBe(before);
  });

  it('S-39, S-45, S-47: is none if it is hidden, larger than a megabyte, no picture, or not on WhatsApp’s servers', async () => {
    const pictures = {
      '5511966661003': 'hidden',
      '5511966661004': base64(HUGE),
      '5511966661005': base64(HTML),
      '5511966661006': { url: 'http://127.0.0.1:9/a.png' },
    } as const;
    // The session host asks WhatsApp for six pictures a minute. A new process counts anew.
    await stack.kill('session-host');
    await stack.restart('session-host');
    await waitConnected(stack.url);
    for (const [number, picture] of Object.entries(pictures)) {
      await setPicture(stack.url, number, picture);
      await customer(number).write('oi');
    }
    for (const number of Object.keys(pictures)) expect(await pictureOf(number), number).toBe('');
  });
});
