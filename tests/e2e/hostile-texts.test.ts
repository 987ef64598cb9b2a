import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp, type Visitor } from './support/app.ts';
import { openTab, openTicket, rowOf } from './support/inbox.ts';
import { CANARY_HOST, XSS_CORPUS } from './support/xss-corpus.ts';

const POLL = { timeout: 60_000, interval: 200 } as const;
const HOSTILE_NAME = `<img src=//${CANARY_HOST}/name onerror=alert(1)>`;
const CONTACTS = 12;
/** Finds the elements and attributes that a text must never become. */
const SMUGGLED = `[...document.querySelectorAll('*')].filter((node) =>
  node.localName === 'base' || node.localName === 'object' || node.localName === 'embed' || node.localName === 'x' ||
  [...node.attributes].some(({ name, value }) =>
    /^on/.test(name) || /^\\s*(javascript|vbscript|data:text)/i.test(value) && name !== 'value' && name !== 'title' && name !== 'aria-label')
).map((node) => node.outerHTML)`;

let app: App;
let ana: Visitor;
const dialogs: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  app = await startApp();
  ana = await app.signIn('ana@demo.local');
  ana.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  ana.context.on('request', (request) => {
    if (request.url().includes(CANARY_HOST)) requests.push(request.url());
  });
});
afterAll(() => app?.stop());

describe('S-27: texts that look like markup', () => {
  it(`S-27: all ${XSS_CORPUS.length} stay texts in the list and in the conversation`, async () => {
    expect(XSS_CORPUS.length).toBeGreaterThanOrEqual(120);
    const { page } = ana;
    const writer = app.customer('5511977770000', HOSTILE_NAME);
    for (const text of XSS_CORPUS) await writer.write(text);
    await openTab(page, 'Aguardando');
    await rowOf(page, HOSTILE_NAME).getByText(`${XSS_CORPUS.length} mensagens não lidas`).waitFor({
      state: 'attached',
    });
    await page.getByRole('button', { name: `Aceitar ${HOSTILE_NAME}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Suporte' }).click();
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('heading', { name: HOSTILE_NAME, level: 1 }).waitFor();

    // The list renders only the visible part of the conversation, so the test scrolls through all of it.
    const log = page.getByRole('log');
    const seen = new Set<string>();
    await log.getByRole('article').first().waitFor();
    await expect
      .poll(async () => {
        for (const id of await log.locator('[data-message-id]').evaluateAll(readIds)) seen.add(id);
        expect(await page.evaluate(SMUGGLED)).toEqual([]);
        await log.press('PageUp');
        return seen.size;
      }, POLL)
      .toBeGreaterThanOrEqual(XSS_CORPUS.length);
  });

  it('S-27: names of contacts, files, locations and contact cards are shown as text', async () => {
    const { page } = ana;
    const texts = XSS_CORPUS.filter((_, index) => index % Math.ceil(XSS_CORPUS.length / CONTACTS) === 0);
    const writer = app.customer('5511977770000', HOSTILE_NAME);
    for (const [index, text] of texts.entries()) {
      await app.customer(`551197777${1000 + index}`, text).write(text);
      await writer.write({ type: 'location', location: { latitude: -23.5, longitude: -46.6, name: text } });
      await writer.write({ type: 'contact', contact: { name: text, number: '5511977772222' } });
      const data = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
      await writer.write({
        type: 'document',
        media: { mimeType: 'application/pdf', fileName: `${text}.pdf`, data },
      });
    }
    await writer.write('Isso é tudo.');
    await rowOf(page, HOSTILE_NAME).getByText('Isso é tudo.').waitFor();
    await page.getByRole('button', { name: /novas mensagens$/ }).click();
    await page.getByRole('log').getByText('Isso é tudo.').waitFor();
    expect(await page.evaluate(SMUGGLED)).toEqual([]);
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByRole('complementary').filter({ hasText: HOSTILE_NAME }).first().waitFor();
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await page.getByRole('dialog', { name: 'Notificações' }).waitFor();
    expect(await page.evaluate(SMUGGLED)).toEqual([]);
  });

  it('a contact whose name has only invisible characters shows its number in the list, the conversation and the contacts', async () => {
    const { page } = ana;
    await page.goto(`${app.stack.url}/tickets`);
    await openTab(page, 'Aguardando');
    const people = ['\u2800\u2800', '\u3164', '\u200b\u200d\u{e0041}'].map((name, nth) => ({
      name,
      number: `551197777300${nth}`,
    }));
    for (const { name, number } of people) {
      await app.customer(number, name).write('Quem sou eu?');
      await openTicket(page, number);
    }
    await page.goto(`${app.stack.url}/contacts`);
    for (const { number } of people)
      await page
        .getByRole('row')
        .filter({ has: page.getByText(number, { exact: true }) })
        .waitFor();
  });

  it('S-27: no script ran and nothing was loaded from another host', () => {
    expect(dialogs).toEqual([]);
    expect(requests).toEqual([]);
    expect(app.complaints).toEqual([]);
  });
});

const readIds = (nodes: readonly { getAttribute(name: string): string | null }[]): string[] =>
  nodes.flatMap((node) => node.getAttribute('data-message-id') ?? []);
