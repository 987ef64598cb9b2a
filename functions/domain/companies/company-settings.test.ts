import { SETTING_COLUMNS } from '@prosa/shared/contracts/companies.ts';
import { companySettingsSchema } from '@prosa/shared/entities/settings.ts';
import { describe, expect, it } from 'vitest';
import { changeSetting, presentCompanySettings } from './company-settings.ts';

const defaults = companySettingsSchema.parse({ companyId: 7 });

describe('company settings', () => {
  it('presents switches as "enabled" and "disabled", and two switches as booleans, as in the original API', () => {
    const view = presentCompanySettings({ ...defaults, userRating: true, closeTicketOnTransfer: true });
    expect(view).toMatchObject({
      userRating: 'enabled',
      requiredTag: 'disabled',
      closeTicketOnTransfer: true,
      DirectTicketsToWallets: 'disabled',
      hoursCloseTicketsAuto: 24,
    });
  });

  it.each(SETTING_COLUMNS.exclude(['transcriptionKey']).options)(
    'accepts the presented value of %s as input',
    (column) => {
      const texts = {
        transferMessage: 'a',
        greetingAcceptedMessage: 'b',
        sendQueuePositionMessage: 'c',
        AcceptCallWhatsappMessage: 'd',
      };
      const settings = { ...defaults, ...texts };
      expect(changeSetting(settings, column, presentCompanySettings(settings)[column])).toEqual({ settings });
    },
  );

  it('presents only whether an API key is set, and rejects that boolean as a key', () => {
    const settings = { ...defaults, transcriptionKey: 'sealed' };
    expect(presentCompanySettings(settings).transcriptionKey).toBe(true);
    expect(presentCompanySettings(defaults).transcriptionKey).toBe(false);
    expect(changeSetting(settings, 'transcriptionKey', true)).toMatchObject({
      problems: [{ path: expect.any(String) }],
    });
  });

  it.each([true, 'true', 'enabled'])('accepts %j as a switch', (data) => {
    for (const column of ['closeTicketOnTransfer', 'userRating'] as const)
      expect(changeSetting(defaults, column, data)).toEqual({ settings: { ...defaults, [column]: true } });
  });

  it.each([
    ['userRating', 'yes'],
    ['userRating', 1],
    ['closeTicketOnTransfer', 'yes'],
    ['chatBotType', 'voice'],
    ['language', 'de'],
    ['language', ''],
    ['scheduleType', 'enabled'],
    ['hoursCloseTicketsAuto', 'five'],
    ['hoursCloseTicketsAuto', ''],
    ['hoursCloseTicketsAuto', -1],
    ['lgpdMessage', true],
    ['lgpdMessage', ['5']],
    ['lgpdMessage', 'x'.repeat(4097)],
    ['lgpdLink', 'javascript:alert(1)'],
    ['lgpdLink', 'not a link'],
  ] as const)('rejects %s = %j with the name of the value', (column, data) => {
    expect(changeSetting(defaults, column, data)).toMatchObject({ problems: [{ path: 'body.data' }] });
  });

  it.each([
    ['scheduleType', 'disabled'],
    ['scheduleType', 'queue'],
    ['scheduleType', 'company'],
    ['scheduleType', 'connection'],
    ['chatBotType', 'text'],
    ['chatBotType', 'list'],
    ['chatBotType', 'button'],
  ] as const)('accepts %s = %s, a documented value', (column, data) => {
    expect(changeSetting(defaults, column, data)).toEqual({ settings: { ...defaults, [column]: data } });
    expect(presentCompanySettings({ ...defaults, [column]: data })[column]).toBe(data);
  });

  it('takes a number as the digits of a text', () => {
    expect(changeSetting(defaults, 'lgpdMessage', 5)).toEqual({
      settings: { ...defaults, lgpdMessage: '5' },
    });
  });

  it.each([
    ['sendMsgTransfTicket', 'enabled', 'transferMessage'],
    ['sendGreetingAccepted', 'enabled', 'greetingAcceptedMessage'],
    ['sendQueuePosition', 'enabled', 'sendQueuePositionMessage'],
    ['acceptCallWhatsapp', 'disabled', 'AcceptCallWhatsappMessage'],
  ] as const)(
    '%s can be %s only if %s is set, and that text cannot be emptied afterwards',
    (column, word, text) => {
      expect(changeSetting(defaults, column, word)).toEqual({
        problems: [{ path: 'body.data', message: `${text} is required` }],
      });
      const changed = changeSetting({ ...defaults, [text]: 'Um momento.' }, column, word);
      if (!('settings' in changed)) throw new Error('the change was refused');
      expect(changeSetting(changed.settings, text, ' ')).toHaveProperty('problems');
      expect(changeSetting(changed.settings, text, 'Já volto.')).toHaveProperty('settings');
    },
  );
});
