import { SETTING_ROWS } from '@prosa/shared/rules/company-settings.ts';
import { FIELD_VARIABLES, TEMPLATE_VARIABLES } from '@prosa/shared/rules/template-variables.ts';
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

/** Values that the server has when it sends a text of a company. */
const senders = {
  attendant: context,
  system: { ...context, userName: '' },
  systemBeforeQueue: { ...context, userName: '', queueName: '' },
};
const SENDER_OF: Record<string, keyof typeof senders> = {
  'connection.greetingMessage': 'systemBeforeQueue',
  'connection.outOfHoursMessage': 'systemBeforeQueue',
  'connection.lgpdMessage': 'systemBeforeQueue',
  'connection.collectiveVacationMessage': 'systemBeforeQueue',
  'settings.lgpdMessage': 'systemBeforeQueue',
  'settings.AcceptCallWhatsappMessage': 'systemBeforeQueue',
  'settings.greetingAcceptedMessage': 'attendant',
  'settings.transferMessage': 'attendant',
  'user.farewellMessage': 'attendant',
  'schedule.body': 'attendant',
};

describe('the variables offered beside a field', () => {
  const fields = Object.entries(FIELD_VARIABLES).flatMap(([owner, texts]) =>
    Object.entries(texts).map(([name, variables]): [string, readonly string[]] => [
      `${owner}.${name}`,
      variables,
    ]),
  );

  it.each(fields)('%s: exactly those that the server fills', (field, variables) => {
    const known = senders[SENDER_OF[field] ?? 'system'];
    const filled = TEMPLATE_VARIABLES.filter((name) => renderTemplate(`{{${name}}}`, known) !== '');
    expect(variables).toEqual(filled);
  });

  it('are offered for every text that a setting sends', () => {
    const texts = SETTING_ROWS.flatMap((row) => [
      ...('text' in row ? [row.text] : []),
      ...('group' in row && row.kind === 'message' ? [row.key] : []),
    ]);
    expect([...new Set(texts)].sort()).toEqual(Object.keys(FIELD_VARIABLES.settings).sort());
  });
});

describe('renderTemplate', () => {
  it('fills in names unchanged, in every spelling of a placeholder', () => {
    expect(renderTemplate(`{{name}}|{{ firstName }}|{{{name}}}|${OLDER_QUEUE_NAME}|{{queue}}`, context)).toBe(
      "Ana D'Ávila & <Filhos>|Ana|Ana D'Ávila & <Filhos>|Vendas|Vendas",
    );
  });

  it('fills in every offered variable', () => {
    const names = ['firstName', 'name', 'userName', 'ms', 'protocol', 'date', 'hour', 'ticket_id', 'queue'];
    const text = [...names, 'connection'].map((name) => `{{${name}}}`).join('|');
    expect(renderTemplate(text, { ...context, contactName: 'Ana Prado' })).toBe(
      'Ana|Ana Prado|Bruno|Boa noite|20261120050900742|20-11-2026|23:05:09|42|Vendas|Matriz',
    );
  });

  it('uses the time in the company’s zone', () => {
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
  ] as const)('uses the company’s language for the words of the system: %s', (language, text) => {
    expect(renderTemplate('{{ms}} {{data_hora}}', { ...context, language })).toBe(text);
  });

  it('S-35: fills once: a placeholder inside a value stays text', () => {
    expect(renderTemplate('{{name}}', { ...context, contactName: `{{userName}} ${OLDER_QUEUE_NAME}` })).toBe(
      `{{userName}} ${OLDER_QUEUE_NAME}`,
    );
  });

  it('replaces unknown names and a missing ticket by nothing', () => {
    expect(renderTemplate('[{{constructor}}{{nothing}}{{ticket_id}}]', { ...context, ticketId: null })).toBe(
      '[]',
    );
    expect(renderTemplate('no placeholders { } $', context)).toBe('no placeholders { } $');
  });
});
