import { LONGEST_NAME, namedRow, type Visit } from './visit.ts';

const announcements: Visit = {
  screen: 'announcements',
  path: '/announcements',
  visit: async ({ page, look, dialog }) => {
    await page.getByText('Nenhum comunicado ainda').waitFor();
    await look('announcements-empty');
    await page.getByRole('main').getByRole('button', { name: 'Novo comunicado' }).first().click();
    const announcement = dialog('Novo comunicado');
    await announcement.getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await announcement
      .getByRole('textbox', { name: 'Texto' })
      .fill(`# ${LONGEST_NAME}\n\n${'a '.repeat(400)}`);
    await look('announcement');
    await announcement.getByRole('button', { name: 'Prévia' }).click();
    await announcement.getByRole('heading', { name: LONGEST_NAME }).first().waitFor();
    await look('announcement-preview');
    await announcement.getByRole('button', { name: 'Salvar' }).click();
    await namedRow(page).waitFor();
    await look('announcements');
    await page.getByRole('button', { name: 'Comunicados: 1 não lido' }).click();
    await dialog('Comunicados').getByText(LONGEST_NAME).first().waitFor();
    await look('announcements-popover');
    await page.keyboard.press('Escape');
  },
};

/** The help texts: written in the settings, read by every user. */
const helps: Visit = {
  screen: 'helps',
  path: '/settings',
  visit: async ({ app, page, look, dialog }) => {
    await page.getByRole('tab', { name: 'Ajuda' }).click();
    await page.getByRole('button', { name: 'Novo tópico' }).click();
    const help = dialog('Novo tópico de ajuda');
    await help.getByRole('textbox', { name: 'Título' }).fill(LONGEST_NAME);
    await help.getByRole('textbox', { name: 'Código do vídeo' }).fill('youtu.be/a1B2-c3_D4e');
    await help.getByRole('textbox', { name: 'Descrição' }).fill('Como se faz. '.repeat(60));
    await look('help');
    await help.getByRole('button', { name: 'Salvar' }).click();
    await namedRow(page).waitFor();
    await look('settings-helps');
    await page.goto(`${app.stack.url}/helps`);
    await page.getByRole('article', { name: LONGEST_NAME }).waitFor();
    await look('helps');
  },
};

/** Screens that only a super administrator has. */
export const operatorVisits: Visit[] = [announcements, helps];
