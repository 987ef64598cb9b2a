import { describe, expect, it } from 'vitest';
import { renderTemplate, type TemplateContext } from './render-template.ts';

const OLDER_QUEUE_NAME = '${queue.name}';

const context: TemplateContext = {
  contactName: "Ana D'Ávila & <Filhos>",
  ticketId: 42,
  userName: 'Bruno',
  queueName: 'Vendas',
  connectionName: 'Matriz',
  companyName: 'Demo',
  nowMs: Date.parse('2026-11-21T02:05:09.007Z'),
  timeZone: 'America/Sao_Paulo',
  language: 'pt',
};

describe('renderTemplate', () => {
  it('fills names as they are, in every spelling of a placeholder', () => {
    expect(renderTemplate(`{{name}}|{{ firstName }}|{{{name}}}|${OLDER_QUEUE_NAME}|{{queue}}`, context)).toBe(
      "Ana D'Ávila & <Filhos>|Ana|Ana D'Ávila & <Filhos>|Vendas|Vendas",
    );
  });

  it('fills every variable that people write', () => {
    const names = ['firstName', 'name', 'userName', 'ms', 'protocol', 'date', 'hour', 'ticket_id', 'queue'];
    const text = [...names, 'connection'].map((name) => `{{${name}}}`).join('|');
    expect(renderTemplate(text, { ...context, contactName: 'Ana Prado' })).toBe(
      'Ana|Ana Prado|Bruno|Boa noite|20261120050900742|20-11-2026|23:05:09|42|Vendas|Matriz',
    );
  });

  it("says the time of the company's zone", () => {
    expect(renderTemplate('{{ms}} {{hour}} {{date}} {{data_hora}}', context)).toBe(
      'Boa noite 23:05:09 20-11-2026 20-11-2026 às 23:05:09',
    );
    expect(renderTemplate('{{ms}}', { ...context, timeZone: 'Asia/Tokyo' })).toBe('Bom dia');
    expect(renderTemplate('{{ms}}', { ...context, timeZone: 'Europe/Lisbon' })).toBe('Boa madrugada');
    expect(renderTemplate('{{protocol}}', context)).toBe('20261120050900742');
  });

  it.each([
    ['en', 'Good evening 20-11-2026 at 23:05:09'],
    ['es', 'Buenas noches 20-11-2026 a las 23:05:09'],
    ['tr', 'İyi akşamlar 20-11-2026 23:05:09'],
  ] as const)('says what is its own in the language of the company: %s', (language, text) => {
    expect(renderTemplate('{{ms}} {{data_hora}}', { ...context, language })).toBe(text);
  });

  it('S-35: fills once: a value with a placeholder stays text', () => {
    expect(renderTemplate('{{name}}', { ...context, contactName: `{{userName}} ${OLDER_QUEUE_NAME}` })).toBe(
      `{{userName}} ${OLDER_QUEUE_NAME}`,
    );
  });

  it('leaves nothing for unknown names and no ticket', () => {
    expect(renderTemplate('[{{constructor}}{{nothing}}{{ticket_id}}]', { ...context, ticketId: null })).toBe(
      '[]',
    );
    expect(renderTemplate('no placeholders { } $', context)).toBe('no placeholders { } $');
  });
});
