import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oggOpus, PDF, PNG } from '../factories/files.ts';
import { type Customer, setFault } from '../support/customer.ts';
import { type App, enter, startApp, type Visitor } from './support/app.ts';
import {
  attach,
  bubbleOf,
  choose,
  chooseInHeader,
  openTab,
  openTicket,
  pickContact,
  rowOf,
  say,
} from './support/inbox.ts';
import { recordVideo } from './support/record-video.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const VOICE_BYTES = 12_000;
/** The labels of the sign-in screen in each language. */
const SIGN_IN = [
  ['Português', 'Entrar'],
  ['English', 'Sign in'],
  ['Español', 'Iniciar sesión'],
  ['Türkçe', 'Giriş yap'],
] as const;

let app: App;
let ana: Visitor;
let bruno: Visitor;
let marina: Customer;

/** Script for a page: records every state of the ticks in `prosaTest.marks`. */
const RECORD_MARKS = `(() => {
  prosaTest.marks = [];
  const note = (node) => {
    for (const mark of node.querySelectorAll?.('[data-testid^="ticks-"]') ?? []) prosaTest.marks.push(mark.dataset.testid.slice(6));
    if (node.dataset?.testid?.startsWith('ticks-')) prosaTest.marks.push(node.dataset.testid.slice(6));
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'attributes') note(change.target);
      for (const node of change.addedNodes) if (node.nodeType === 1) note(node);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-testid'] });
})()`;

const observed = (page: Page, what: 'sounds' | 'notices' | 'marks'): Promise<unknown> =>
  page.evaluate(`prosaTest.${what}`);

beforeAll(async () => {
  app = await startApp();
  ana = await app.open();
  bruno = await app.open();
  marina = app.customer('5511987650001', 'Marina Alves');
});
afterAll(() => app?.stop());

describe('signing in', () => {
  it('explains errors in each language', async () => {
    const { page } = ana;
    await page.goto(app.stack.url);
    for (const [language, title] of SIGN_IN) {
      await page.getByRole('button', { name: /Idioma|Language|Dil/ }).click();
      await page.getByRole('menuitem', { name: language }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    await page.getByRole('button', { name: /Dil/ }).click();
    await page.getByRole('menuitem', { name: 'Português' }).click();
    const email = page.locator('input[name=email]');
    await email.fill('Ana@Demo.LOCAL');
    await expect.poll(() => email.inputValue()).toBe('ana@demo.local');
    await page.locator('input[name=password]').fill('not the password');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem' }).waitFor();
    expect(page.url()).toContain('/login');
  });

  it('survives a reload, and two users work at the same time', async () => {
    await enter(ana.page, 'ana@demo.local', app.stack.adminPassword);
    await ana.page.reload();
    await ana.page.getByText('Escolha um atendimento').waitFor();
    await bruno.page.goto(app.stack.url);
    await enter(bruno.page, 'bruno@demo.local', app.stack.adminPassword);
    expect(bruno.page.url()).toContain('/tickets');
  });
});

describe('a message from a customer', () => {
  it('shows a new conversation to everyone at once, with sound, badge, tab title and notification', async () => {
    for (const { page } of [ana, bruno]) await openTab(page, 'Aguardando');
    await rowOf(ana.page, 'Fernanda Lima').waitFor();
    const titleBefore = await ana.page.title();
    await bruno.page.evaluate('prosaTest.away = true');
    await marina.write('Olá! Minha geladeira não liga.');
    for (const { page } of [ana, bruno]) {
      await rowOf(page, marina.name).waitFor();
      await expect.poll(() => observed(page, 'sounds'), POLL).toBeGreaterThan(0);
    }
    await expect.poll(() => ana.page.title(), POLL).not.toBe(titleBefore);
    await expect
      .poll(() => observed(bruno.page, 'notices'), POLL)
      .toContain(`Nova mensagem de ${marina.name}`);
    await rowOf(ana.page, marina.name).getByText('1 mensagem não lida').waitFor({ state: 'attached' });
    await bruno.page.evaluate('prosaTest.away = false');
  });

  it('is accepted into a queue, and disappears from the waiting list of the other users', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: `Aceitar ${marina.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, /Fila/, 'Suporte');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await bubbleOf(page, 'Minha geladeira não liga.').waitFor();
    await rowOf(bruno.page, marina.name).waitFor({ state: 'detached' });
  });
});

describe('the conversation', () => {
  it('sends a text to the customer, and shows its ticks', async () => {
    const { page } = ana;
    await page.evaluate(RECORD_MARKS);
    await say(page, 'Bom dia, Marina! Vamos resolver isso.');
    const bubble = bubbleOf(page, 'Vamos resolver isso.');
    await bubble.getByTestId('ticks-delivered').waitFor();
    const line = await marina.gets(({ text = '' }) => text.includes('Vamos resolver isso.'), 'the answer');
    await marina.reads(line);
    await bubble.getByTestId('ticks-read').waitFor();
    expect(await observed(page, 'marks')).toEqual(expect.arrayContaining(['waiting', 'delivered', 'read']));
  });

  it('sends an emoji, an image, a document and a video', async () => {
    const { page } = ana;
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('Combinado ');
    await page.getByRole('button', { name: 'Inserir emoji' }).click();
    await page.getByPlaceholder('Buscar emoji').fill('polegar');
    await page.locator('[data-epr-unified="1f44d"]').first().click();
    await expect.poll(() => field.inputValue(), POLL).toBe('Combinado 👍');
    await field.press('Enter');
    await marina.gets(({ text }) => text === 'Combinado 👍', 'the emoji');

    await attach(page, { name: 'etiqueta.png', mimeType: 'image/png', buffer: PNG }, 'Veja a etiqueta');
    const image = await marina.gets(({ type }) => type === 'image', 'the image');
    expect(image).toMatchObject({ text: 'Veja a etiqueta', media: { size: PNG.length } });
    await attach(page, { name: 'manual.pdf', mimeType: 'application/pdf', buffer: PDF });
    const document = await marina.gets(({ type }) => type === 'document', 'the document');
    expect(document.media).toMatchObject({ mimeType: 'application/pdf', size: PDF.length });
    const video = await recordVideo(page);
    await attach(page, video);
    const film = await marina.gets(({ type }) => type === 'video', 'the video');
    expect(film.media?.size).toBe(video.buffer.length);
    await expect
      .poll(() => page.evaluate("document.querySelector('[role=log] video').readyState"), POLL)
      .toBeGreaterThan(0);
  });

  it('sends a recorded voice note, and shows when it was played', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText(/Gravando 0:0[2-9]/).waitFor();
    await page.getByRole('button', { name: 'Enviar gravação' }).click();
    const voice = await marina.gets(({ type }) => type === 'voice', 'the voice note');
    expect(voice.media?.mimeType).toContain('audio/ogg');
    const heard = await fetch(app.stack.url + (voice.media?.url ?? ''));
    expect(
      Buffer.from(await heard.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('OggS');
    await marina.plays(voice);
    await page.getByRole('log').getByTestId('ticks-played').last().waitFor();
  });

  it('shows every kind of message from a customer', async () => {
    const { page } = ana;
    const log = page.getByRole('log');
    const first = await marina.write('Segue a foto');
    await bubbleOf(page, 'Segue a foto').waitFor();
    await marina.write({
      type: 'image',
      text: 'O painel',
      media: { mimeType: 'image/png', fileName: 'painel.png', data: PNG.toString('base64') },
    });
    await bubbleOf(page, 'O painel').getByRole('img', { name: 'O painel' }).waitFor();
    await marina.write({
      type: 'document',
      media: { mimeType: 'application/pdf', fileName: 'nota.pdf', data: PDF.toString('base64') },
    });
    await log.getByRole('button', { name: 'Baixar nota.pdf' }).waitFor();
    await marina.write({
      type: 'voice',
      media: { mimeType: 'audio/ogg; codecs=opus', data: oggOpus(VOICE_BYTES).toString('base64') },
    });
    await expect.poll(() => log.getByRole('button', { name: 'Reproduzir' }).count(), POLL).toBe(2);
    await marina.write({
      type: 'location',
      location: { latitude: -23.5932, longitude: -46.6518, name: 'Em casa' },
    });
    await log.getByRole('link', { name: /Em casa/ }).waitFor();
    await marina.write({ type: 'contact', contact: { name: 'Seu Jorge', number: '5511987650077' } });
    await bubbleOf(page, 'Seu Jorge').waitFor();
    await marina.write({ type: 'edit', target: first, text: 'Segue a foto do painel' });
    await bubbleOf(page, 'Segue a foto do painel').getByText('editada').waitFor();
    const last = await marina.write('Mensagem por engano');
    await bubbleOf(page, 'Mensagem por engano').waitFor();
    await marina.write({ type: 'delete', target: last });
    await bubbleOf(page, 'Apagada pelo contato').waitFor();
    await say(page, 'Recebi tudo, obrigada!');
    const answer = await marina.gets(({ text = '' }) => text.includes('Recebi tudo'), 'the thanks');
    await marina.write({ type: 'reaction', emoji: '❤️', target: answer.id });
    await bubbleOf(page, 'Recebi tudo').getByText('❤️').waitFor();
  });

  it('shows why a message failed, and retries it', async () => {
    const { page } = ana;
    await setFault(app.stack.url, 'refuse', 1);
    await say(page, 'O técnico chega às 15h.');
    const bubble = bubbleOf(page, 'O técnico chega às 15h.');
    await bubble.getByText(/^Não enviada: ./).waitFor();
    await bubble.getByRole('button', { name: 'Reenviar' }).click();
    await bubble.getByTestId('ticks-delivered').waitFor();
    await marina.gets(({ text = '' }) => text.includes('O técnico chega às 15h.'), 'what failed before');
    const copies = (await marina.received()).filter(({ text = '' }) => text.includes('às 15h.'));
    expect(copies).toHaveLength(1);
  });

  it('keeps a draft per conversation, and internal notes', async () => {
    const { page } = ana;
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('Ainda escrevendo');
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await expect.poll(() => field.inputValue()).toBe('');
    await openTicket(page, marina.name);
    await expect.poll(() => field.inputValue()).toBe('Ainda escrevendo');
    await field.fill('');
    await page.getByRole('tab', { name: 'Nota' }).click();
    const note = page.getByRole('textbox', { name: 'Nota privada' });
    await note.fill('Cliente aguarda desde cedo.');
    await note.press('Enter');
    await bubbleOf(page, 'Cliente aguarda desde cedo.').getByText('Nota privada de Ana Ribeiro').waitFor();
    await page.getByRole('tab', { name: 'Resposta' }).click();
    const texts = (await marina.received()).map(({ text }) => text);
    expect(texts.join()).not.toContain('aguarda desde cedo');
  });
});

describe('the ticket', () => {
  it('is returned to the queue, and accepted by a colleague', async () => {
    await ana.page.locator('header').getByRole('button', { name: 'Devolver à fila' }).click();
    await rowOf(bruno.page, marina.name).waitFor();
    await bruno.page.getByRole('button', { name: `Aceitar ${marina.name}` }).click();
    await bubbleOf(bruno.page, 'Recebi tudo, obrigada!').waitFor();
    await ana.page.getByText('Com Bruno Carvalho').waitFor();
  });

  it('cannot be created twice for a contact, and the error names the attendant of the open ticket', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
    await pickContact(dialog, marina.name);
    await choose(dialog, /Fila/, 'Vendas');
    await dialog.getByRole('button', { name: 'Iniciar conversa' }).click();
    const conflict = page.getByRole('dialog', { name: 'Já existe um atendimento' });
    await conflict.getByText('Bruno Carvalho está atendendo este contato na fila Suporte.').waitFor();
    await conflict.getByRole('button', { name: 'Entendi' }).click();
    await conflict.waitFor({ state: 'hidden' });
  });

  it('is transferred to another queue, with a note for the team', async () => {
    const { page } = bruno;
    await page.locator('header').getByRole('button', { name: 'Transferir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await choose(dialog, /Fila/, 'Vendas');
    await dialog.getByRole('textbox', { name: /Recado/ }).fill('Quer trocar de modelo.');
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await page.waitForURL('**/tickets');
    await openTab(ana.page, 'Aguardando');
    await ana.page.getByRole('button', { name: `Aceitar ${marina.name}` }).click();
    await bubbleOf(ana.page, 'Quer trocar de modelo.').waitFor();
  });

  it('is resolved with a farewell and reopened, and its log shows every step', async () => {
    const { page } = ana;
    const url = page.url();
    await page.locator('header').getByRole('button', { name: 'Resolver' }).click();
    await page
      .getByRole('dialog', { name: 'Resolver atendimento' })
      .getByRole('button', { name: 'Resolver com despedida' })
      .click();
    // The next ticket of the list opens.
    await page.waitForURL((address) => address.href !== url);
    await marina.gets(({ text = '' }) => text.includes('Foi um prazer falar com você'), 'the farewell');
    await openTab(page, 'Resolvidos');
    await openTicket(page, marina.name);
    await page.locator('header').getByRole('button', { name: 'Reabrir' }).click();
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();
    await chooseInHeader(page, 'Histórico');
    const log = page.getByRole('dialog', { name: /Histórico do atendimento/ });
    for (const step of ['Criado', 'Devolvido à fila', 'Transferido', 'Resolvido', 'Reaberto'])
      await log.getByText(step, { exact: false }).first().waitFor();
    await log.getByRole('button', { name: 'Fechar' }).click();
    await log.waitFor({ state: 'hidden' });
  });

  it('is deleted everywhere, after a confirmation that names it', async () => {
    const { page } = ana;
    await chooseInHeader(page, 'Excluir atendimento');
    const dialog = page.getByRole('dialog', { name: /Excluir o atendimento \d+/ });
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await page.waitForURL('**/tickets');
    await openTab(page, 'Abertos');
    await rowOf(page, 'Juliana Barros').waitFor();
    await expect.poll(() => rowOf(page, marina.name).count()).toBe(0);
  });

  it('can be closed in bulk, with all waiting tickets of the chosen queues', async () => {
    const { page } = ana;
    await openTab(page, 'Aguardando');
    await rowOf(page, 'Seu Antônio Ferreira').waitFor();
    await page.getByRole('button', { name: 'Encerrar todos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Encerrar todos os atendimentos?' });
    await dialog.getByText(/Suporte, Vendas, Financeiro/).waitFor();
    await dialog.getByRole('button', { name: 'Encerrar todos' }).click();
    await rowOf(page, 'Seu Antônio Ferreira').waitFor({ state: 'detached' });
    await openTab(bruno.page, 'Aguardando');
    await rowOf(bruno.page, 'Seu Antônio Ferreira').waitFor({ state: 'detached' });
  });

  it('no page throws an error', () => {
    expect(app.complaints).toEqual([]);
  });
});
