import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

/** The head of an MP4 file. */
const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
/** Draws a picture that compresses badly as PNG, and returns its bytes in base64. */
const NOISE = `(() => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 300;
  const pen = canvas.getContext('2d');
  const image = pen.createImageData(300, 300);
  for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  pen.putImageData(image, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;

const openFlow = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${app().stack.url}/flowbuilders`);
  await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
  const naming = page.getByRole('dialog', { name: 'Novo fluxo' });
  await naming.getByRole('textbox', { name: 'Nome' }).fill(name);
  await naming.getByRole('button', { name: 'Criar fluxo' }).click();
  await page.getByRole('heading', { name: 'Desenhe seu fluxo' }).waitFor();
};

const addStep = async (page: Page, type: string) => {
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  return page.getByRole('dialog', { name: `Novo passo: ${type}` });
};

describe('files of flows', () => {
  it('a picture is compressed before it is uploaded', async () => {
    const { page } = ana();
    await openFlow(page, 'Vitrine');
    const png = Buffer.from(String(await page.evaluate(NOISE)), 'base64');
    const step = await addStep(page, 'Imagem');
    const input = step.locator('input[type=file]');
    await input.setInputFiles({ name: 'vitrine.png', mimeType: 'image/png', buffer: png });
    await step.getByRole('img', { name: 'vitrine.png' }).waitFor();
    await step.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await step.waitFor({ state: 'hidden' });
    await page.getByText('Rascunho salvo').waitFor();
    await page.reload();
    const node = page.locator('.react-flow__node').filter({ hasText: 'Imagem' });
    await node.dblclick({ position: { x: 40, y: 20 } });
    const shown = page.getByRole('dialog', { name: 'Editar passo: Imagem' }).getByRole('img');
    await shown.waitFor();
    const stored = await page.request.get(String(await shown.evaluate((image) => Reflect.get(image, 'src'))));
    const bytes = await stored.body();
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(bytes.byteLength).toBeLessThan(png.byteLength);
    await page.keyboard.press('Escape');
  });

  it('a video is an MP4, with a player before it is sent', async () => {
    const { page } = ana();
    await openFlow(page, 'Tutorial');
    const step = await addStep(page, 'Vídeo');
    await step.getByText('Atenção: só vídeos MP4.').waitFor();
    const input = step.locator('input[type=file]');
    await input.setInputFiles({ name: 'a.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF') });
    await step.getByText('Este tipo de arquivo não serve aqui.').waitFor();
    await input.setInputFiles({ name: 'tutorial.mp4', mimeType: 'video/mp4', buffer: MP4 });
    const player = step.locator('video');
    await player.waitFor();
    await expect.poll(() => player.getAttribute('aria-label')).toBe('tutorial.mp4');
    await expect.poll(() => player.getAttribute('controls')).not.toBeNull();
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'flow-video');
    await page.keyboard.press('Escape');
  });

  it('a failed upload is said, and the file can be sent again', async () => {
    const { page } = ana();
    await openFlow(page, 'Rede ruim');
    const step = await addStep(page, 'Vídeo');
    const file = { name: 'tutorial.mp4', mimeType: 'video/mp4', buffer: MP4 };
    await step.locator('input[type=file]').setInputFiles(file);
    await page.route('**/api/media/uploads*', (route) => route.abort());
    await step.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await page.getByText('Sem internet. Confira a rede e tente de novo.').waitFor();
    await page.unroute('**/api/media/uploads*');
    await step.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await step.waitFor({ state: 'hidden' });
    await page.getByText('Rascunho salvo').waitFor();
  });
});
